/**
 * `prove`: switches every rule of a domain off, one after the other, runs a delivery, and reports
 * what would have noticed. All of it happens in a sandbox that is rolled back; only the report is
 * kept.
 */

import { Db } from '@/lib/shared/db/connection'
import { lockArguments } from '@/lib/shared/db/locks'
import { live } from '@/lib/shared/quarantine/live'
import { lit } from '@/pipeline/engine/compile/postgres/quoting'
import { proofFingerprint } from '@/pipeline/engine/define/fingerprint'
import { type RuleEntry, rulesOf } from '@/pipeline/engine/define/rules'
import type { Dataset, Domain } from '@/pipeline/engine/define/schema'
import { secondsSince } from '@/pipeline/operations/run/session'
import type { Progress } from '@/pipeline/operations/run/types'
import { firstEvaluation } from './first'
import { writeProof } from './record'
import { inSandbox } from './sandbox'
import { copyStanding, type Delivered, loadFolder, type Standing, standingDelivery } from './source'
import { type Scene, tryWithout } from './trial'
import type { GeneratedDelivery, ProofReport, RuleProof, Verdict } from './types'
import { VERDICTS } from './types'
import { impossible, masked, untried, verdictOf } from './verdict'

export interface ProofRequest {
  domain: Domain
  /** A folder with a full delivery, instead of what stands in Bronze. */
  input?: string
  /** A delivery of the domain's own generator, even if something stands in Bronze. */
  generated?: boolean
  seed?: number
  /** Makes that delivery; refuses a domain without a generator. */
  generate(domain: string, seed?: number): Promise<GeneratedDelivery>
  onProgress?(progress: Progress): void
  onNote?(note: string): void
}

/**
 * Proves a domain against the database at `url`: its last full delivery, or where there is none a
 * generated one with every fault.
 * @throws LazaretError where the delivery does not pass its checks with all rules on.
 */
export async function proveDomain(url: string, request: ProofRequest): Promise<ProofReport> {
  const { domain, onNote } = request
  const started = Date.now()
  const db = await Db.open(url)
  try {
    await takeTurn(db, onNote)
    const standing =
      request.input === undefined && !request.generated
        ? await standingDelivery(db, domain)
        : undefined
    const made =
      request.input === undefined && standing === undefined
        ? await request.generate(domain.name, request.seed)
        : undefined
    const { delivered, rules } = await inSandbox(db, domain, async () => {
      const delivered = await deliver(db, request, standing, made?.folder ?? request.input)
      made?.remove()
      return { delivered, rules: await tryAll(db, request, delivered) }
    }).finally(() => made?.remove())
    const { rows } = delivered.source
    const report: ProofReport = {
      proof: null,
      domain: domain.name,
      at: new Date(started).toISOString(),
      source: made ? { kind: 'generated', ...made.described, rows } : delivered.source,
      fingerprint: proofFingerprint(domain),
      rules,
      summary: summaryOf(rules),
      seconds: secondsSince(started),
    }
    return { ...report, proof: await writeProof(db, report) }
  } finally {
    await db.close()
  }
}

/** One proof at a time: two sandboxes would want the same names. */
async function takeTurn(db: Db, onNote: ProofRequest['onNote']): Promise<void> {
  const lock = lockArguments('proof')
  const { got } = await db.row<{ got: boolean }>(`SELECT pg_try_advisory_lock(${lock}) AS got`, [
    '',
  ])
  if (got) return
  onNote?.('Another proof is in progress; waiting for it to end')
  await db.exec(`SELECT pg_advisory_lock(${lock})`, [''])
}

async function deliver(
  db: Db,
  { domain, onProgress }: ProofRequest,
  standing: Standing | undefined,
  folder: string | undefined,
): Promise<Delivered> {
  if (standing) {
    onProgress?.({ phase: 'load', label: 'what stands in Bronze', done: 0 })
    return copyStanding(db, domain, standing)
  }
  return loadFolder(db, domain, folder as string, (label, share) =>
    onProgress?.({ phase: 'load', label, done: share * 0.1 }),
  )
}

/** Judges the delivery with all rules on, then without each. */
async function tryAll(db: Db, request: ProofRequest, delivered: Delivered): Promise<RuleProof[]> {
  const { domain, onProgress } = request
  const scene = await firstEvaluation(db, domain, delivered.received, (label) =>
    onProgress?.({ phase: 'judge', label, done: 0.15 }),
  )
  const all = domain.datasets.flatMap((dataset) =>
    rulesOf(dataset).map((entry) => ({ dataset, entry })),
  )
  const proofs: RuleProof[] = []
  for (const { dataset, entry } of all) {
    const done = 0.2 + 0.8 * (proofs.length / all.length)
    const onTry = () => onProgress?.({ phase: 'judge', label: `without ${entry.code}`, done })
    proofs.push(await proveRule(scene, dataset, entry, onTry))
  }
  return proofs
}

async function proveRule(
  scene: Scene,
  dataset: Dataset,
  entry: RuleEntry,
  onTry: () => void,
): Promise<RuleProof> {
  if (impossible(dataset, entry) || !scene.received.has(dataset.name)) {
    return untried(dataset, entry)
  }
  const first = await scene.ctx.db.rows<{ rule: string; n: string }>(
    `SELECT q.rule, count(*) AS n FROM quality.quarantine q WHERE q.dataset = ${lit(dataset.name)}
      AND ${live('q')} AND ${lit(entry.code)} = ANY (q.rule || q.other_rules)
    GROUP BY q.rule ORDER BY q.rule`,
  )
  if (first.length === 0) return untried(dataset, entry)
  const counts = Object.fromEntries(first.map(({ rule, n }) => [rule, Number(n)]))
  const failing = Object.values(counts).reduce((a, b) => a + b, 0)
  if (counts[entry.code] === undefined) return masked(dataset, entry, failing, counts)
  onTry()
  return verdictOf(dataset, entry, failing, await tryWithout(scene, dataset, entry))
}

function summaryOf(rules: readonly RuleProof[]): ProofReport['summary'] {
  const counts = Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, rules.filter((r) => r.verdict === verdict).length]),
  ) as Record<Verdict, number>
  return { rules: rules.length, ...counts }
}
