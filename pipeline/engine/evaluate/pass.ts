/**
 * One dataset in one pass: mark, settle repeats, write Silver and quarantine, then look at the rows
 * that were not delivered but refer to what changed.
 */
import { live } from '@/lib/shared/quarantine/live'
import { markMalformedSql, markSql } from '@/pipeline/engine/compile/mark'
import { type DatasetPlan, isEvaluated } from '@/pipeline/engine/compile/plan'
import { titled } from '@/pipeline/engine/compile/relations'
import type { Input } from '@/pipeline/engine/compile/typed'
import { MALFORMED_POSITION } from '@/pipeline/engine/define/rules'
import { assignCauses, refreshRoots } from './causes'
import type { DatasetWork, EvaluationContext, Movements } from './context'
import { writeDuplicates } from './duplicates'
import { matchQuarantine } from './match'
import { releaseQuarantine, writeQuarantine } from './quarantine'
import { refreshWaiting, silverRowsOfRemoved } from './references'
import { keepRepeats, resolveRepeats, sharingValues, supersede } from './repeats'
import { writeSilver } from './silver'
import { analyzeRelation, createEmpty, createRelation, dropRelations } from './temporary'

/** Counts what is there before the first pass and prepares the transaction's tables. */
export async function openWork(ctx: EvaluationContext, plan: DatasetPlan): Promise<DatasetWork> {
  const { dataset, dialect, relations } = plan
  const { lit, silverTable } = dialect
  await createEmpty(ctx.db, dialect, relations.removed, { key_hash: 'uuid' })
  const before = await ctx.db.row<{ silver: string; live: string }>(
    titled(
      `What stands of ${dataset.name} before`,
      `SELECT
    (SELECT count(*) FROM ${silverTable(dataset.name)}) AS silver,
    (SELECT count(*) FROM quality.quarantine WHERE dataset = ${lit(dataset.name)} AND ${live()}) AS live`,
    ),
  )
  const moves: Movements = {
    silverBefore: Number(before.silver),
    liveBefore: Number(before.live),
    entered: 0,
    withheld: 0,
    withdrawn: 0,
    rewritten: 0,
    quarantineWithdrawn: 0,
  }
  return { plan, moves }
}

/** What a pass evaluates of a dataset: whole deliveries, as a snapshot (`full`) or as changes. */
export interface PassInput {
  runs: readonly number[]
  full: boolean
}

/**
 * Runs one pass over a dataset. Without input only the consequences of changed parents are drawn.
 * @param keep keeps the marked records as the relation `delivered` for the checks.
 * @returns records of older deliveries that newer ones of the input replaced.
 */
export async function evaluateDataset(
  ctx: EvaluationContext,
  work: DatasetWork,
  input: PassInput | undefined,
  keep: boolean,
): Promise<number> {
  let superseded = 0
  if (input) {
    superseded = await evaluateInput(ctx, work, { runs: input.runs }, input.full)
    if (keep) await keepDelivered(ctx, work.plan)
  }
  const affected = [await silverRowsOfRemoved(ctx, work.plan)]
  if (keep && input && !input.full) {
    affected.push(sharingValues(work.plan, work.plan.relations.delivered))
  }
  const rows = affected.filter((query) => query !== undefined).join(' UNION ')
  if (rows) await evaluateInput(ctx, work, { rows }, false)
  await refreshWaiting(ctx, work.plan)
  await refreshRoots(ctx, work.plan)
  await dropTemp(ctx, work.plan)
  return superseded
}

/**
 * Evaluates an input and applies it; the relations stay for the caller.
 * @returns superseded records, see `evaluateDataset`.
 */
export async function evaluateInput(
  ctx: EvaluationContext,
  { plan, moves }: DatasetWork,
  input: Input,
  full: boolean,
): Promise<number> {
  const { db } = ctx
  const { dialect, relations } = plan
  let superseded = 0
  await dropTemp(ctx, plan)
  let rows = await db.exec(markSql(plan, input, full))
  if ('runs' in input) {
    if (isEvaluated(plan, MALFORMED_POSITION))
      rows += await db.exec(markMalformedSql(plan, input.runs))
    if (input.runs.length > 1) superseded = await supersede(db, plan)
  }
  await resolveRepeats(db, plan, !full)
  if ('quarantined' in input && input.repeats) await keepRepeats(db, plan)
  await analyzeRelation(db, dialect, relations.marked, LOOKED_UP)
  const divided = await separateRejected(ctx, plan, rows - superseded)
  const { failing, duplicates } = divided
  const moved = failing > 0 ? await matchQuarantine(ctx, plan) : 0
  if (moved > 0) await assignCauses(ctx, plan)
  await writeSilver(ctx, plan, moves, full, divided)
  if (moved > 0) await writeQuarantine(ctx, plan)
  await releaseQuarantine(ctx, plan, moves, full, failing)
  if (duplicates > 0 || ctx.actor === 'rule') await writeDuplicates(ctx, plan)
  return superseded
}

/** Columns by which the following statements look rows up. */
const LOOKED_UP = ['key_hash', 'content_hash', '_disposition', '_run', '_n']

/** How the marked records divide. */
export interface Divided {
  valid: number
  failing: number
  duplicates: number
}

/**
 * Copies what does not go to Silver. Those rows are few, and many statements look at them: with
 * each of them reading all marked records, two percent of the rows took a tenth of a run.
 */
async function separateRejected(
  { db }: EvaluationContext,
  { dialect, relations }: DatasetPlan,
  all: number,
): Promise<Divided> {
  const { marked, rejected } = relations
  const rows = await createRelation(
    db,
    dialect,
    rejected,
    `SELECT * FROM ${marked} m WHERE m._disposition <> ${dialect.disposition('silver')}`,
  )
  if (rows === 0) return { valid: all, failing: 0, duplicates: 0 }
  await analyzeRelation(db, dialect, rejected, LOOKED_UP)
  const { failing } = await db.row<{ failing: string }>(
    titled(
      'How many fail a rule',
      `SELECT count(*) AS failing FROM ${rejected} m
    WHERE m._disposition = ${dialect.disposition('quarantine')}`,
    ),
  )
  return { valid: all - rows, failing: Number(failing), duplicates: rows - Number(failing) }
}

/** Keeps the marked records of the running delivery for the checks. */
export async function keepDelivered(
  { db }: Pick<EvaluationContext, 'db'>,
  { dialect, relations }: DatasetPlan,
): Promise<void> {
  const { marked, delivered } = relations
  await db.exec(
    titled(
      `${delivered.name}: ${delivered.holds}`,
      dialect.renameTemporary(marked.name, delivered.name),
    ),
  )
}

async function dropTemp(ctx: EvaluationContext, plan: DatasetPlan): Promise<void> {
  const { marked, rejected, matched } = plan.relations
  await dropRelations(ctx.db, plan.dialect, marked, rejected, matched)
}
