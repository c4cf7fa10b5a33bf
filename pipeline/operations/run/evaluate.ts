/** T2: judge, write, check; commits or rolls back as a whole. */

import type { Db } from '@/lib/shared/db/connection'
import { DeliveryRefused } from '@/lib/shared/errors'
import {
  balanceChecks,
  type Counts,
  countDelivered,
  ledgerCheck,
  nothingDelivered,
  stockChecks,
} from '@/pipeline/engine/check/balance'
import type { CheckOutcome } from '@/pipeline/engine/check/outcome'
import { postConditionChecks } from '@/pipeline/engine/check/post-conditions'
import { type Plan, planOf } from '@/pipeline/engine/compile/plan'
import type { Dataset, Domain } from '@/pipeline/engine/define/schema'
import { settleClaims } from '@/pipeline/engine/evaluate/claims'
import type { DatasetWork, JudgeContext, Movements } from '@/pipeline/engine/evaluate/context'
import { enrich } from '@/pipeline/engine/evaluate/enrich'
import { historyOf, rememberJudgement } from '@/pipeline/engine/evaluate/history'
import { judgeDataset, openWork, type PassInput } from '@/pipeline/engine/evaluate/pass'

/** A run may take at most this share of a dataset away without being told to. */
const SHRINK_SHARE = 0.05
/** Smaller losses are nobody's truncated file. */
const SHRINK_ROWS = 20

export type DatasetMode = 'full' | 'delta' | 'none'

export interface JudgeRequest {
  domain: Domain
  runId: number
  at: string
  acceptShrink: boolean
  /** What the delivery brought of each dataset; for a rebuild nothing. */
  modeOf(dataset: Dataset): DatasetMode
  /** Records that the reader counted, per dataset. */
  readerCount(dataset: Dataset): number | undefined
  /** Judge all that stands since the last full delivery again. */
  rebuild: boolean
  onStep(label: string): void
}

export interface JudgedDataset {
  dataset: Dataset
  mode: DatasetMode
  counts: Counts
  work: DatasetWork
  silverAfter: number
}

export interface Judgement {
  datasets: JudgedDataset[]
  checks: CheckOutcome[]
  notes: string[]
}

/** Judges everything inside the caller's transaction; the caller looks at the checks and ends it. */
export async function judge(db: Db, request: JudgeRequest): Promise<Judgement> {
  const { domain } = request
  const plans = domain.datasets.map((dataset) => planOf(domain, dataset))
  const base = { db, runId: request.runId, at: request.at }
  const works: DatasetWork[] = []
  for (const plan of plans) works.push(await openWork({ ...base, actor: 'run' }, plan))
  const notes: string[] = []
  const again = await judgeAgain({ ...base, actor: 'rule' }, request, works, notes)
  const ctx: JudgeContext = { ...base, actor: 'run' }
  for (const work of works) {
    const { dataset } = work.plan
    const mode = request.modeOf(dataset)
    request.onStep(dataset.name)
    const input: PassInput | undefined =
      mode === 'none' ? undefined : { runs: [request.runId], full: mode === 'full' }
    if (!request.rebuild) await judgeDataset(ctx, work, input, true)
  }
  for (const { plan } of works) await enrich(ctx, domain, plan)
  await settleClaims(ctx, plans, request.modeOf)
  if (!request.acceptShrink) refuseShrink(works, request.readerCount)
  await rememberJudgement(db, domain, request.runId, request.at, request.modeOf)
  request.onStep('checks')
  return { ...(await check(db, request, works, again)), notes }
}

/** Judges what stands once more: all of it for a rebuild, else the datasets whose rules changed. */
async function judgeAgain(
  ctx: JudgeContext,
  request: JudgeRequest,
  works: readonly DatasetWork[],
  notes: string[],
): Promise<Map<string, { runs: number[]; superseded: number }>> {
  const history = await historyOf(ctx.db, request.domain)
  const done = new Map<string, { runs: number[]; superseded: number }>()
  const due = works.filter(({ plan: { dataset } }) => {
    const past = history.get(dataset.name)
    return past?.rulesChanged || (request.rebuild && (past?.runs.length ?? 0) > 0)
  })
  if (due.length === 0) return done
  for (const work of works) {
    const { name } = work.plan.dataset
    const runs = history.get(name)?.runs ?? []
    const judged = due.includes(work)
    if (judged) request.onStep(`${name} again`)
    const superseded = await judgeDataset(
      ctx,
      work,
      judged ? { runs, full: true } : undefined,
      request.rebuild,
    )
    if (judged) done.set(name, { runs, superseded })
  }
  notes.push(`judged again: ${due.map((w) => w.plan.dataset.name).join(', ')}`)
  return done
}

/**
 * A truncated extract passes every other check; this one asks first, and names all that shrink. A
 * dataset that would lose all its rows is named however small it is.
 */
function refuseShrink(works: readonly DatasetWork[], brought: JudgeRequest['readerCount']): void {
  const shrunken = works.flatMap(({ plan, moves }) => {
    const before = moves.silverBefore + moves.liveBefore
    const leaving = moves.withheld + moves.withdrawn + moves.quarantineWithdrawn
    if (emptied(moves, brought(plan.dataset))) {
      return [{ plan, text: `${plan.dataset.name}: all of its ${leaving} rows` }]
    }
    if (leaving < SHRINK_ROWS || leaving <= before * SHRINK_SHARE) return []
    const share = ((leaving / before) * 100).toFixed(2)
    return [{ plan, text: `${plan.dataset.name}: ${leaving} of ${before} rows (${share} %)` }]
  })
  if (shrunken.length === 0) return
  throw new DeliveryRefused(
    'shrink',
    `${shrunken.map((s) => s.text).join(', ')} would be withdrawn or withheld`,
    { file: shrunken.flatMap((s) => s.plan.dataset.sources.map((x) => x.file)).join(', ') },
    'Check that the extracts are complete; if they are, run again with --accept-shrink',
  )
}

/** No valid row came, and rows that stood no longer come: a file with its header only, say. */
function emptied({ silverBefore, liveBefore, ...moves }: Movements, brought?: number): boolean {
  const silverAfter = silverBefore + moves.entered - moves.withheld - moves.withdrawn
  if (silverAfter > 0) return false
  if (silverBefore > 0) return moves.withdrawn > 0
  return brought === 0 && liveBefore > 0 && moves.quarantineWithdrawn === liveBefore
}

async function check(
  db: Db,
  request: JudgeRequest,
  works: readonly DatasetWork[],
  again: Map<string, { runs: number[]; superseded: number }>,
): Promise<Pick<Judgement, 'datasets' | 'checks'>> {
  const checks: CheckOutcome[] = []
  const datasets: JudgedDataset[] = []
  for (const work of works) {
    const { plan } = work
    const { dataset } = plan
    const mode = request.modeOf(dataset)
    const counts = await countsOf(db, request, plan, again)
    if (counts) {
      checks.push(...(await balanceChecks(db, plan, counts, request.readerCount(dataset))))
    }
    const whole = mode === 'full' || request.rebuild
    const stock = await stockChecks(db, work, whole ? counts : undefined)
    checks.push(...stock.checks, await ledgerCheck(db, plan))
    datasets.push({
      dataset,
      mode,
      counts: counts ?? nothingDelivered(),
      work,
      silverAfter: stock.silverAfter,
    })
  }
  // Completeness holds of a snapshot; deltas may still owe what belongs together.
  const full = request.rebuild
    ? [...again.values()].every(({ runs }) => runs.length === 1)
    : request.domain.datasets.every((d) => request.modeOf(d) === 'full')
  for (const { dataset } of works.map((work) => work.plan)) {
    const runs = again.get(dataset.name)?.runs ?? []
    const scope = { full, runs: request.rebuild ? runs : [...runs, request.runId] }
    checks.push(...(await postConditionChecks(db, dataset, scope)))
  }
  return { datasets, checks }
}

async function countsOf(
  db: Db,
  request: JudgeRequest,
  plan: Plan,
  again: Map<string, { runs: number[]; superseded: number }>,
): Promise<Counts | undefined> {
  if (request.rebuild) {
    const past = again.get(plan.dataset.name)
    return past && countDelivered(db, plan, past.runs, past.superseded)
  }
  if (request.modeOf(plan.dataset) === 'none') return undefined
  return countDelivered(db, plan, [request.runId], 0)
}
