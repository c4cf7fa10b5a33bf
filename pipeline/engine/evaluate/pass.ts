/**
 * One dataset in one pass: mark, settle repeats, write Silver and quarantine, then look at the rows
 * that were not delivered but lean on what changed.
 */
import { markMalformedSql, markSql } from '@/pipeline/engine/compile/mark'
import { judges, type Plan, tempTables } from '@/pipeline/engine/compile/plan'
import { id, lit, silverTable } from '@/pipeline/engine/compile/sql'
import type { Input } from '@/pipeline/engine/compile/typed'
import { MALFORMED } from '@/pipeline/engine/define/rules'
import { assignCauses, refreshRoots } from './causes'
import type { DatasetWork, JudgeContext, Movements } from './context'
import { writeDuplicates } from './duplicates'
import { matchQuarantine } from './match'
import { releaseQuarantine, writeQuarantine } from './quarantine'
import { leaningOnGone, refreshWaiting } from './references'
import { keepRepeats, resolveRepeats, sharingValues, supersede } from './repeats'
import { writeSilver } from './silver'

/** The mark of what the running delivery brought, kept for the balance. */
export const deliveredTable = (dataset: string): string => `pg_temp.${id(`delivered_${dataset}`)}`

/** Counts what is there before the first pass and prepares the transaction's tables. */
export async function openWork(ctx: JudgeContext, plan: Plan): Promise<DatasetWork> {
  const { name } = plan.dataset
  await ctx.db.exec(`CREATE TEMP TABLE ${id(`gone_${name}`)} (_chave uuid) ON COMMIT DROP`)
  const before = await ctx.db.row<{ silver: string; live: string }>(`SELECT
    (SELECT count(*) FROM ${silverTable(name)}) AS silver,
    (SELECT count(*) FROM quality.quarantine WHERE dataset = ${lit(name)} AND statut <> 'SOLDEE') AS live`)
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

/** What a pass judges of a dataset: whole deliveries, as a snapshot (`full`) or as changes. */
export interface PassInput {
  runs: readonly number[]
  full: boolean
}

/**
 * Runs one pass over a dataset. Without input only the consequences of changed parents are drawn.
 * @param keep keeps the mark as `deliveredTable` for the checks.
 * @returns records of older deliveries that newer ones of the input replaced.
 */
export async function judgeDataset(
  ctx: JudgeContext,
  work: DatasetWork,
  input: PassInput | undefined,
  keep: boolean,
): Promise<number> {
  let superseded = 0
  if (input) {
    superseded = await judgeInput(ctx, work, { runs: input.runs }, input.full)
    if (keep) await keepMark(ctx, work.plan)
  }
  const affected = [await leaningOnGone(ctx, work.plan)]
  if (keep && input && !input.full) {
    affected.push(sharingValues(work.plan, deliveredTable(work.plan.dataset.name)))
  }
  const rows = affected.filter((query) => query !== undefined).join(' UNION ')
  if (rows) await judgeInput(ctx, work, { rows }, false)
  await refreshWaiting(ctx, work.plan)
  await refreshRoots(ctx, work.plan)
  await dropTemp(ctx, work.plan)
  return superseded
}

/**
 * Judges an input and applies it; the mark and the `next` table stay for the caller.
 * @returns superseded records, see `judgeDataset`.
 */
export async function judgeInput(
  ctx: JudgeContext,
  { plan, moves }: DatasetWork,
  input: Input,
  full: boolean,
): Promise<number> {
  const { db } = ctx
  const { mark } = tempTables(plan)
  let superseded = 0
  await dropTemp(ctx, plan)
  let rows = await db.exec(markSql(plan, input, full))
  if ('runs' in input) {
    if (judges(plan, MALFORMED)) rows += await db.exec(markMalformedSql(plan, input.runs))
    if (input.runs.length > 1) superseded = await supersede(db, plan)
  }
  await resolveRepeats(db, plan, !full)
  if ('quarantined' in input && input.repeats) await keepRepeats(db, plan)
  await db.exec(`ANALYZE ${mark} (_key, _content, _disp, _run, _n)`)
  const divided = await setAside(ctx, plan, rows - superseded)
  const { failing, duplicates } = divided
  const moved = failing > 0 ? await matchQuarantine(ctx, plan) : 0
  if (moved > 0) await assignCauses(ctx, plan)
  await writeSilver(ctx, plan, moves, full, divided)
  if (moved > 0) await writeQuarantine(ctx, plan)
  await releaseQuarantine(ctx, plan, moves, full, failing)
  if (duplicates > 0 || ctx.actor === 'rule') await writeDuplicates(ctx, plan)
  return superseded
}

/** How the rows of a mark divide. */
export interface Divided {
  valid: number
  failing: number
  duplicates: number
}

/**
 * Copies what does not go to Silver. Those rows are few, and many statements look at them: with
 * each of them reading the whole mark, two percent of the rows took a tenth of a run.
 */
async function setAside({ db }: JudgeContext, plan: Plan, all: number): Promise<Divided> {
  const { mark, aside } = tempTables(plan)
  const rows =
    await db.exec(`CREATE TEMP TABLE ${id(`aside_${plan.dataset.name}`)} ON COMMIT DROP AS
    SELECT * FROM ${mark} m WHERE m._disp <> 'S'`)
  if (rows === 0) return { valid: all, failing: 0, duplicates: 0 }
  await db.exec(`ANALYZE ${aside} (_key, _content, _disp, _run, _n)`)
  const { failing } = await db.row<{ failing: string }>(
    `SELECT count(*) AS failing FROM ${aside} m WHERE m._disp = 'Q'`,
  )
  return { valid: all - rows, failing: Number(failing), duplicates: rows - Number(failing) }
}

async function keepMark(ctx: JudgeContext, plan: Plan): Promise<void> {
  const { mark } = tempTables(plan)
  await ctx.db.exec(`ALTER TABLE ${mark} RENAME TO ${id(`delivered_${plan.dataset.name}`)}`)
}

async function dropTemp(ctx: JudgeContext, plan: Plan): Promise<void> {
  const { mark, aside, next } = tempTables(plan)
  await ctx.db.exec(`DROP TABLE IF EXISTS ${mark}, ${aside}, ${next}`)
}
