/** What the certificate says besides the figures: where everything came from. */

import type { Db } from '@/lib/shared/db/connection'
import type { Certificate } from '@/lib/shared/declaration/certificate'
import type { CheckOutcome } from '@/pipeline/engine/check/outcome'
import { id, silverTable } from '@/pipeline/engine/compile/postgres/quoting'
import type { Domain } from '@/pipeline/engine/define/schema'
import type { DatasetHistory } from '@/pipeline/engine/evaluate/history'

type Check = Certificate['checks'][number]
type Input = Certificate['inputs'][number]
type Replayed = Certificate['replays'][number]

/** The run that is declared, its checks, and the replays since. */
export async function readRun(db: Db, domain: string) {
  const run = await db.row<Certificate['run'] & { zone: string; day: string }>(
    `SELECT r.id, r.kind, r.mode, r.delivery, r.sequence, to_json(r.as_of)#>>'{}' AS as_of, r.status,
      to_char(r.as_of AT TIME ZONE w.time_zone, 'YYYY-MM-DD') AS day
    FROM quality.run r CROSS JOIN quality.workspace w WHERE r.domain = $1 ORDER BY r.id DESC LIMIT 1`,
    [domain],
  )
  const checks = await db.rows<Omit<Check, 'of'>>(
    'SELECT name, ok, expected, found FROM quality.check_result WHERE run_id = $1 ORDER BY name',
    [run.id],
  )
  const replays = await db.rows<Replayed & { finished_at: Date }>(
    `SELECT id, status, finished_at, settled, still_failing, skipped FROM quality.replay
    WHERE domain = $1 AND kind = 'replay' AND references_run >= $2
      AND status NOT IN ('queued', 'running') ORDER BY id`,
    [domain, run.id],
  )
  const { day, ...rest } = run
  return {
    run: { ...rest, as_of: new Date(rest.as_of).toISOString() },
    day,
    checks: checks.map((c): Check => ({ of: 'run', ...c })),
    replays: replays.map((r) => ({ ...r, finished_at: r.finished_at.toISOString() })),
  }
}

/** Every file of every dataset since its last full delivery. */
export async function readInputs(
  db: Db,
  domain: Domain,
  history: ReadonlyMap<string, DatasetHistory>,
): Promise<Input[]> {
  const inputs: Input[] = []
  for (const { name } of domain.datasets) {
    const files = await db.rows<Omit<Input, 'as_of' | 'bytes'> & { as_of: Date; bytes: string }>(
      `SELECT f.run_id AS run, f.dataset, d.mode, r.delivery, r.as_of, f.file, f.received,
        f.malformed, f.bytes, f.sha256
      FROM quality.run_file f JOIN quality.run r ON r.id = f.run_id
      JOIN quality.run_dataset d ON d.run_id = f.run_id AND d.dataset = f.dataset
      WHERE f.dataset = $1 AND f.run_id = ANY ($2) ORDER BY f.run_id, f.file`,
      [name, history.get(name)?.runs ?? []],
    )
    inputs.push(
      ...files.map((f) => ({ ...f, as_of: f.as_of.toISOString(), bytes: Number(f.bytes) })),
    )
  }
  return inputs
}

/** Sum of the declared money by currency; nothing where the dataset has none of its own. */
export async function readAmounts(db: Db, domain: Domain): Promise<Record<string, string>> {
  const dataset = domain.datasets.find((d) => d.name === domain.declaration?.dataset)
  const money = dataset?.money
  if (!dataset || !money || typeof money.currency !== 'string') return {}
  const rows = await db.rows<{ currency: string; amount: string }>(
    `SELECT coalesce(s.${id(money.currency)}::text, '') AS currency,
      sum(s.${id(money.amount)})::text AS amount
    FROM ${silverTable(dataset.name)} s GROUP BY 1 ORDER BY 1`,
  )
  return Object.fromEntries(rows.map((r) => [r.currency, r.amount]))
}

/** Who asked, as the account was at that time: a later change of name changes no certificate. */
export async function readProducer(
  db: Db,
  { actor, requested_at }: { actor: string; requested_at: Date },
): Promise<Pick<Certificate, 'produced_by' | 'producer'>> {
  const [person] = await db.rows<{ name: string; email: string }>(
    'SELECT name, email FROM auth.identity_at($1, $2)',
    [actor, requested_at],
  )
  if (!person) return { produced_by: actor }
  return { produced_by: person.name, producer: { id: actor, ...person } }
}

/** Checks of the declaration itself, as the certificate has them. */
export const ownChecks = (checks: readonly CheckOutcome[]): Check[] =>
  checks.map(({ name, ok, expected, found }) => ({
    of: 'declaration',
    name,
    ok,
    expected,
    found,
  }))
