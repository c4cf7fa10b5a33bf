/**
 * One rule switched off, as the author of the first article did by hand: the delivery of its dataset
 * is judged again without it, rows that waited behind it follow, and all checks look at the result.
 */

import { type Db, StatementError } from '@/lib/shared/db/connection'
import {
  balanceChecks,
  countDelivered,
  ledgerCheck,
  stockChecks,
} from '@/pipeline/engine/check/balance'
import type { CheckOutcome } from '@/pipeline/engine/check/outcome'
import { dueGuards } from '@/pipeline/engine/check/post-conditions'
import { hitsSql } from '@/pipeline/engine/compile/guards'
import { type Plan, planOf } from '@/pipeline/engine/compile/plan'
import { lit, silverTable } from '@/pipeline/engine/compile/sql'
import type { RuleEntry } from '@/pipeline/engine/define/rules'
import type { Dataset, Domain } from '@/pipeline/engine/define/schema'
import type { DatasetWork, JudgeContext } from '@/pipeline/engine/evaluate/context'
import { enrich } from '@/pipeline/engine/evaluate/enrich'
import { deliveredTable, judgeDataset, judgeInput, openWork } from '@/pipeline/engine/evaluate/pass'
import { goneTable } from '@/pipeline/engine/evaluate/silver'
import { SANDBOX_RUN } from './source'
import type { Objection } from './types'

/** What a delivery came to with all rules on; every trial starts from there. */
export interface Scene {
  ctx: JudgeContext
  domain: Domain
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
  const { db } = scene.ctx
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

/** The rows that the rule holds back, kept as the `held` table. */
function holdOf({ ctx }: Scene, dataset: Dataset, rule: RuleEntry): Promise<number> {
  return ctx.db.exec(`CREATE TEMP TABLE held ON COMMIT DROP AS
    SELECT q.key_hash, q.content_hash, coalesce(q.key_text, '') AS key FROM quality.quarantine q
    WHERE q.dataset = ${lit(dataset.name)} AND q.statut <> 'SOLDEE' AND q.rule = ${lit(rule.code)}`)
}

/** What a run without the rule would have come to; it stays until the caller rolls back. */
export async function switchOff(scene: Scene, dataset: Dataset, rule: RuleEntry): Promise<Trial> {
  const { ctx, domain } = scene
  const { db } = ctx
  await holdOf(scene, dataset, rule)
  await db.exec(`DROP TABLE ${deliveredTable(dataset.name)}`)
  const work = await again(ctx, planOf(domain, dataset, rule.code))
  await judgeDataset(ctx, work, { runs: [SANDBOX_RUN], full: true }, true)
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
      ...posts.map(({ guard, found }) => ({ name: `post.${guard.code}`, found, text: guard.text })),
      ...balance.map(({ name, expected, found }) => ({
        name,
        found: Math.abs(Number(expected) - Number(found)),
      })),
    ],
    heldBy,
  }
}

/** Opens a dataset's work once more: what it lost in the first judgement is not lost now. */
async function again(ctx: JudgeContext, plan: Plan): Promise<DatasetWork> {
  await ctx.db.exec(`DROP TABLE IF EXISTS ${goneTable(plan.dataset.name)}`)
  return openWork(ctx, plan)
}

/** How many of the held rows are in Silver now; they become the `let_in` table. */
async function throughOf({ db }: JudgeContext, dataset: Dataset): Promise<number> {
  return db.exec(`CREATE TEMP TABLE let_in ON COMMIT DROP AS SELECT h.key FROM held h
    WHERE EXISTS (SELECT FROM ${silverTable(dataset.name)} s
      WHERE s._chave = h.key_hash AND s._conteudo = h.content_hash)`)
}

/** Judges the rows that waited behind those let in, generation after generation. */
async function release({ ctx, domain }: Scene, dataset: Dataset): Promise<DatasetWork[]> {
  const works: DatasetWork[] = []
  const changed = new Set([dataset.name])
  for (const child of domain.datasets) {
    const plan = planOf(domain, child)
    if (!plan.references.some((r) => changed.has(r.parent.name))) continue
    const work = await again(ctx, plan)
    await judgeDataset(ctx, work, undefined, false)
    const ready = `quality.quarantine q WHERE q.dataset = ${lit(child.name)}
      AND q.statut = 'A_TRAITER' AND q.ready`
    const { any } = await ctx.db.row<{ any: boolean }>(
      `SELECT EXISTS (SELECT FROM ${ready}) AS any`,
    )
    if (!any) continue
    await judgeInput(ctx, work, { rows: `SELECT q.run_id, q.n FROM ${ready}` }, false)
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
  guard: ReturnType<typeof dueGuards>[number]
  sql: string
  found: number
  /** Of the rows that got through, those that it names. */
  named: number
}

/** The post-conditions that look at a table that changed, and find something; the best first. */
async function objectionsOf(
  { ctx: { db }, domain }: Scene,
  works: readonly DatasetWork[],
): Promise<Post[]> {
  const names = works.map((w) => w.plan.dataset.name)
  const posts: Post[] = []
  for (const dataset of domain.datasets) {
    for (const guard of dueGuards(dataset, { full: true, runs: [SANDBOX_RUN] })) {
      const sql = hitsSql(dataset, guard, [SANDBOX_RUN])
      if (!names.some((name) => new RegExp(`\\b${name}\\b`).test(sql))) continue
      const { n } = await db.row<{ n: string }>(`SELECT count(*) AS n FROM (${sql}) x`)
      if (n === '0') continue
      // Keys of other datasets may read the same.
      const named = dataset.name === names[0] ? await namedBy(db, [sql]) : 0
      posts.push({ guard, sql, found: Number(n), named })
    }
  }
  return posts.sort((a, b) => b.named - a.named || b.found - a.found)
}

/** How many of the rows that got through are named by one of these queries. */
async function namedBy(db: Db, queries: readonly string[]): Promise<number> {
  const keys = queries.map((sql) => `SELECT key FROM (${sql}) x`).join(' UNION ')
  const { n } = await db.row<{ n: string }>(
    `SELECT count(*) AS n FROM let_in l WHERE l.key IN (${keys})`,
  )
  return Number(n)
}

/**
 * How many of the rows that got through are objected to by name. Where no post-condition names rows
 * as people read them, what the best of them found counts.
 */
async function caughtOf({ ctx: { db } }: Scene, posts: readonly Post[]): Promise<number> {
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
  { db }: JudgeContext,
  dataset: Dataset,
): Promise<{ held: number; heldBy: Record<string, number> }> {
  const { held } = await db.row<{ held: string }>('SELECT count(*) AS held FROM held')
  const rows = await db.rows<{ rule: string; n: string }>(
    `SELECT q.rule, count(*) AS n FROM quality.quarantine q WHERE q.dataset = ${lit(dataset.name)}
      AND q.statut <> 'SOLDEE' AND EXISTS (SELECT FROM held h
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
