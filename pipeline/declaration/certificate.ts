/** What the certificate says besides the figures: where everything came from. */
import { id, lit, silverTable } from '../compile/sql'
import type { Domain } from '../declare/schema'
import type { Db } from '../judge/db'
import type { DatasetHistory } from '../run/history'
import type { CheckOutcome } from '../run/types'
import type { CodeVersion } from './code-version'
import type { FILE_FORMAT, WrittenFile } from './file'
import type { Universe } from './universe'

interface Check {
  /** Whose check it is: the run's, or the declaration's own, over the state that it declares. */
  of: 'run' | 'declaration'
  name: string
  ok: boolean
  expected: string
  found: string
}

/** The certificate of one declaration, as it is kept and downloaded. Times are ISO 8601. */
export interface Certificate {
  certificate: 'completeness'
  declaration: number
  domain: string
  dataset: string
  produced_at: string
  produced_by: string
  code: CodeVersion
  /** The run whose state is declared. */
  run: {
    id: number
    kind: string
    mode: string
    delivery: string | null
    sequence: number | null
    as_of: string
    status: 'committed'
  }
  /** Replays that have judged rows since that run. */
  replays: Replayed[]
  equation: 'collected = declared + open + closed + duplicates'
  figures: Universe
  /** Money of the declared rows, by currency. */
  declared_amount: Record<string, string>
  checks: Check[]
  /** Every file that this state was made from: of each dataset, since its last full delivery. */
  inputs: Input[]
  output: WrittenFile & typeof FILE_FORMAT & { file: string; columns: string[]; order: string[] }
}

interface Replayed {
  id: number
  status: string
  finished_at: string
  settled: number
  still_failing: number
  skipped: number
}

interface Input {
  run: number
  dataset: string
  mode: string
  delivery: string | null
  as_of: string
  file: string
  received: number
  malformed: number
  bytes: number
  sha256: string
}

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

/** The name of whoever asked, as people know it. */
export async function readName(db: Db, actor: string): Promise<string> {
  const [user] = await db.rows<{ name: string }>(
    `SELECT name FROM auth."user" WHERE id = ${lit(actor)}`,
  )
  return user?.name ?? actor
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
