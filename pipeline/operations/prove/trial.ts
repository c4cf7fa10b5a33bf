/**
 * One rule switched off, as the author of the first article did by hand: the delivery of its dataset
 * is judged again without it, rows that waited behind it follow, and all checks look at the result.
 */

import { type Db, StatementError } from '@/lib/shared/db/connection'
import { live } from '@/lib/shared/quarantine/live'
import {
  balanceChecks,
  countDelivered,
  ledgerCheck,
  stockChecks,
} from '@/pipeline/engine/check/balance'
import type { CheckOutcome } from '@/pipeline/engine/check/outcome'
import { duePostConditions } from '@/pipeline/engine/check/post-conditions'
import { type DatasetPlan, planDataset } from '@/pipeline/engine/compile/plan'
import { hitsSql } from '@/pipeline/engine/compile/post-conditions'
import { postgres } from '@/pipeline/engine/compile/postgres'
import { lit, silverTable } from '@/pipeline/engine/compile/postgres/quoting'
import { proofRelations } from '@/pipeline/engine/compile/relations'
import type { RuleEntry } from '@/pipeline/engine/define/rules'
import type { Dataset, Domain } from '@/pipeline/engine/define/schema'
import type { DatasetWork, EvaluationContext } from '@/pipeline/engine/evaluate/context'
import { enrich } from '@/pipeline/engine/evaluate/enrich'
import { evaluateDataset, evaluateInput, openWork } from '@/pipeline/engine/evaluate/pass'
import { createRelation, dropRelations } from '@/pipeline/engine/evaluate/temporary'
import { SANDBOX_RUN } from './source'
import type { Objection } from './types'

/** What a delivery came to with all rules on; every trial starts from there. */
export interface Scene {
  /** The connection; the trials need its savepoints. */
  db: Db
  ctx: EvaluationContext
  domain: Domain
  /** Of every dataset, with all rules on. */
  plans: readonly DatasetPlan[]
  received: ReadonlyMap<string, number>
}

/** What came of switching a rule off. */
export interface Trial {
  held: number
  through: number
  caught: number
  /** Rows that are nowhere now: neither in Silver nor in quarantine nor duplicates. */
  lost: number
  balanced: boolean
  objections: Objection[]
  heldBy: Record<string, number>
  /** The constraint of a Silver table that stopped it. */
  stopped?: string
}

/** Runs a trial and takes it back. */
export async function tryWithout(scene: Scene, dataset: Dataset, rule: RuleEntry): Promise<Trial> {
  const { db } = scene
  const dryRun = { dryRun: true }
  try {
    return await db.savepoint(() => switchOff(scene, dataset, rule), dryRun)
  } catch (error) {
    const stopped = constraintOf(error)
    if (stopped === undefined) throw error
    const held = await db.savepoint(() => holdOf(scene, dataset, rule), dryRun)
    const objections = [{ name: stopped, found: held }]
    const figures = { held, through: held, caught: held, lost: 0, balanced: true }
    return { ...figures, objections, heldBy: {}, stopped }
  }
}

const { held: HELD, admitted: ADMITTED } = proofRelations(postgres)

/** The rows that the rule holds back, kept as the relation `held`. */
function holdOf({ ctx }: Scene, dataset: Dataset, rule: RuleEntry): Promise<number> {
  return createRelation(
    ctx.db,
    postgres,
    HELD,
    `SELECT q.key_hash, q.content_hash, coalesce(q.key_text, '') AS key FROM quality.quarantine q
    WHERE q.dataset = ${lit(dataset.name)} AND ${live('q')} AND q.rule = ${lit(rule.code)}`,
  )
}

/** What a run without the rule would have come to; it stays until the caller rolls back. */
export async function switchOff(scene: Scene, dataset: Dataset, rule: RuleEntry): Promise<Trial> {
  const { ctx, domain } = scene
  await holdOf(scene, dataset, rule)
  const plan = planDataset(domain, dataset, postgres, rule.code)
  await dropRelations(ctx.db, plan.dialect, plan.relations.delivered)
  const work = await reopenWork(ctx, plan)
  await evaluateDataset(ctx, work, { runs: [SANDBOX_RUN], full: true }, true)
  const through = await throughOf(ctx, dataset)
  const works = through > 0 ? [work, ...(await release(scene, dataset))] : [work]
  for (const { plan } of works) await enrich(ctx, domain, plan)
  const checks: CheckOutcome[] = []
  for (const w of works) checks.push(...(await sums(scene, w)))
  const balance = checks.filter((c) => !c.ok)
  const posts = await objectionsOf(scene, works)
  const caught = Math.min(through, await caughtOf(scene, posts))
  const short = checks.find((c) => c.name === `balance.${dataset.name}`)
  const { held, heldBy } = await stillHeld(ctx, dataset)
  return {
    held,
    through,
    caught,
    lost: Math.max(0, Number(short?.expected) - Number(short?.found)),
    balanced: balance.length === 0,
    objections: [
      ...posts.map(({ entry, found }) => ({ name: `post.${entry.code}`, found, text: entry.text })),
      ...balance.map(({ name, expected, found }) => ({
        name,
        found: Math.abs(Number(expected) - Number(found)),
      })),
    ],
    heldBy,
  }
}

/** Opens a dataset's work once more: what it lost in the first evaluation is not lost now. */
async function reopenWork(ctx: EvaluationContext, plan: DatasetPlan): Promise<DatasetWork> {
  await dropRelations(ctx.db, plan.dialect, plan.relations.removed)
  return openWork(ctx, plan)
}

/** How many of the held rows are in Silver now; they become the relation `admitted`. */
async function throughOf({ db }: EvaluationContext, dataset: Dataset): Promise<number> {
  return createRelation(
    db,
    postgres,
    ADMITTED,
    `SELECT h.key FROM ${HELD} h
    WHERE EXISTS (SELECT FROM ${silverTable(dataset.name)} s
      WHERE s.key_hash = h.key_hash AND s.content_hash = h.content_hash)`,
  )
}

/** Evaluates the rows that waited behind those let in, generation after generation. */
async function release({ ctx, plans }: Scene, dataset: Dataset): Promise<DatasetWork[]> {
  const works: DatasetWork[] = []
  const changed = new Set([dataset.name])
  for (const plan of plans) {
    const child = plan.dataset
    if (!plan.references.some((r) => changed.has(r.parent.name))) continue
    const work = await reopenWork(ctx, plan)
    await evaluateDataset(ctx, work, undefined, false)
    const ready = `quality.quarantine q WHERE q.dataset = ${lit(child.name)}
      AND q.statut = 'A_TRAITER' AND q.ready`
    const { any } = await ctx.db.row<{ any: boolean }>(
      `SELECT EXISTS (SELECT FROM ${ready}) AS any`,
    )
    if (!any) continue
    await evaluateInput(ctx, work, { rows: `SELECT q.run_id, q.n FROM ${ready}` }, false)
    changed.add(child.name)
    works.push(work)
  }
  return works
}

/** Balance, stock and ledger of a dataset, as after any run. */
async function sums({ ctx: { db }, received }: Scene, work: DatasetWork): Promise<CheckOutcome[]> {
  const { plan } = work
  const counts = await countDelivered(db, plan, [SANDBOX_RUN], 0)
  const stock = await stockChecks(db, work, counts)
  return [
    ...(await balanceChecks(db, plan, counts, received.get(plan.dataset.name))),
    ...stock.checks,
    await ledgerCheck(db, plan),
  ]
}

interface Post {
  entry: ReturnType<typeof duePostConditions>[number]
  sql: string
  found: number
  /** Of the rows that got through, those that it names. */
  named: number
}

/** The post-conditions that look at a table that changed, and find something; the best first. */
async function objectionsOf({ db, plans }: Scene, works: readonly DatasetWork[]): Promise<Post[]> {
  const names = works.map((w) => w.plan.dataset.name)
  const posts: Post[] = []
  for (const plan of plans) {
    const { dataset } = plan
    for (const entry of duePostConditions(dataset, { full: true, runs: [SANDBOX_RUN] })) {
      const sql = hitsSql(plan, entry, [SANDBOX_RUN])
      if (!names.some((name) => new RegExp(`\\b${name}\\b`).test(sql))) continue
      const { n } = await db.row<{ n: string }>(`SELECT count(*) AS n FROM (${sql}) x`)
      if (n === '0') continue
      // Keys of other datasets may read the same.
      const named = dataset.name === names[0] ? await namedBy(db, [sql]) : 0
      posts.push({ entry, sql, found: Number(n), named })
    }
  }
  return posts.sort((a, b) => b.named - a.named || b.found - a.found)
}

/** How many of the rows that got through are named by one of these queries. */
async function namedBy(db: Db, queries: readonly string[]): Promise<number> {
  const keys = queries.map((sql) => `SELECT key FROM (${sql}) x`).join(' UNION ')
  const { n } = await db.row<{ n: string }>(
    `SELECT count(*) AS n FROM ${ADMITTED} l WHERE l.key IN (${keys})`,
  )
  return Number(n)
}

/**
 * How many of the rows that got through are objected to by name. Where no post-condition names rows
 * as people read them, what the best of them found counts.
 */
async function caughtOf({ db }: Scene, posts: readonly Post[]): Promise<number> {
  const naming = posts.filter((post) => post.named > 0)
  if (naming.length === 0) return posts[0]?.found ?? 0
  if (naming.length === 1) return naming[0]?.named ?? 0
  return namedBy(
    db,
    naming.map((post) => post.sql),
  )
}

/** How many rows the rule held, and which rules hold them now that it is off. */
async function stillHeld(
  { db }: EvaluationContext,
  dataset: Dataset,
): Promise<{ held: number; heldBy: Record<string, number> }> {
  const { held } = await db.row<{ held: string }>(`SELECT count(*) AS held FROM ${HELD}`)
  const rows = await db.rows<{ rule: string; n: string }>(
    `SELECT q.rule, count(*) AS n FROM quality.quarantine q WHERE q.dataset = ${lit(dataset.name)}
      AND ${live('q')} AND EXISTS (SELECT FROM ${HELD} h
        WHERE h.key_hash = q.key_hash AND h.content_hash = q.content_hash)
    GROUP BY q.rule ORDER BY q.rule`,
  )
  return { held: Number(held), heldBy: Object.fromEntries(rows.map((r) => [r.rule, Number(r.n)])) }
}

/** Name of the constraint of a Silver table that a statement ran against. */
function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof StatementError)) return undefined
  const { schema, constraint } = error.cause as Record<string, string | undefined>
  return schema === 'silver' && constraint ? `${schema}.${constraint}` : undefined
}
