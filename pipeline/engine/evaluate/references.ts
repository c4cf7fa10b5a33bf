/**
 * What happens to a dataset when its parents change: Silver rows that refer to what is gone are
 * rejected, and waiting rows learn whether their parents are there now.
 */

import { type EventSql, insertEventsSql, type StockSql } from '@/lib/shared/ledger/events'
import { live } from '@/lib/shared/quarantine/live'
import {
  blockingSql,
  type ReferenceState,
  stateSql,
  unmetSql,
} from '@/lib/shared/quarantine/reference-state'
import { type DatasetPlan, viaOf, withoutMissing } from '@/pipeline/engine/compile/plan'
import { titled } from '@/pipeline/engine/compile/relations'
import type { OwnOrVia } from '@/pipeline/engine/define/schema'
import { causeValueSql, nameCauses } from './causes'
import type { EvaluationContext } from './context'
import { authorSql } from './quarantine'
import { affects, excludePendingReplayItems, type RefreshScope } from './refresh-scope'
import { analyzeRelation, createEmpty, createRelation, dropRelations } from './temporary'

/**
 * Query of `_run, _n` of the Silver rows whose parent left Silver in this transaction, or
 * undefined when no parent lost a row.
 */
export async function silverRowsOfRemoved(
  ctx: EvaluationContext,
  plan: DatasetPlan,
): Promise<string | undefined> {
  const { id, keyHash, silverTable } = plan.dialect
  const conditions: string[] = []
  for (const r of plan.references) {
    const { any } = await ctx.db.row<{ any: boolean }>(`-- Whether ${r.parent.name} lost rows
    SELECT EXISTS (SELECT FROM ${r.removed}) AS any`)
    if (!any) continue
    const parent = keyHash(r.own.map((c) => `s.${id(c)}`))
    conditions.push(`${parent} IN (SELECT key_hash FROM ${r.removed})`)
  }
  if (conditions.length === 0) return undefined
  return `SELECT s._run, s._n FROM ${silverTable(plan.dataset.name)} s WHERE ${conditions.join(' OR ')}`
}

/**
 * Updates the reference states of the dataset's live rows against parents as they are now; a row
 * whose first failing rule is another one now moves to it, a row with nothing left unmet is ready,
 * and so is one whose parents are ready themselves: a replay settles them first.
 * Waiting parents are looked up one by one: no statistics tell the planner what this transaction
 * wrote, and it compared 30,000 orders with 86,000 parents pair by pair.
 * @param scope undefined: all rows are due.
 */
export async function refreshWaiting(
  ctx: EvaluationContext,
  plan: DatasetPlan,
  scope?: RefreshScope,
): Promise<number> {
  const { db } = ctx
  const references = scope
    ? plan.references.filter((r) => affects(scope, plan, r.parent.name))
    : plan.references
  if (references.length === 0) return 0
  const { dialect } = plan
  const { lit, silverTable } = dialect
  const { affected } = plan.relations
  await createEmpty(db, dialect, affected, { id: 'bigint' })
  let moved = 0
  for (const r of references) {
    const ref = `r.ref = ${lit(r.reference.name)} AND r.parent = ${lit(r.parent.name)}`
    moved += await db.exec(`-- ${plan.dataset.name}: states of the reference ${r.reference.name}
      WITH now AS (
        SELECT r.quarantine_id, r.ref, CASE WHEN p.key_hash IS NOT NULL THEN ${stateSql('met')}
          WHEN q.ready THEN ${stateSql('ready')} WHEN q.ready IS NOT NULL THEN ${stateSql('quarantined')}
          ELSE ${stateSql('missing')} END AS state
        FROM (${scope ? touchedRefs(plan, r.parent.name, ref, scope) : liveRefs(plan, ref)}) r
        LEFT JOIN ${silverTable(r.parent.name)} p ON p.key_hash = r.parent_key
        LEFT JOIN LATERAL (SELECT bool_and(w.ready) AS ready FROM quality.quarantine w
          WHERE w.dataset = ${lit(r.parent.name)} AND ${live('w')}${withoutMissing(plan, r)}
            AND w.key_hash = r.parent_key AND p.key_hash IS NULL) q ON true
      ), moved AS (
        UPDATE quality.quarantine_ref r SET state = now.state FROM now
        WHERE r.quarantine_id = now.quarantine_id AND r.ref = now.ref AND r.state <> now.state
        RETURNING r.quarantine_id
      ) INSERT INTO ${affected} SELECT quarantine_id FROM moved`)
  }
  if (moved > 0) {
    // Ready, and nothing unmet: its parents were ready and have gone in, which changes nothing.
    moved -= await db.exec(`-- Leave out rows that were ready and still are
      DELETE FROM ${affected} s USING quality.quarantine w
      WHERE w.id = s.id AND w.ready AND NOT EXISTS (SELECT FROM quality.quarantine_ref r
        WHERE r.quarantine_id = s.id AND ${unmetSql('r.state')})`)
    await analyzeRelation(db, dialect, affected)
  }
  const changed = moved > 0 ? await reevaluate(ctx, plan, scope) : 0
  await dropRelations(db, dialect, affected)
  return changed
}

const liveRefs = (
  plan: DatasetPlan,
  ref: string,
): string => `SELECT r.* FROM quality.quarantine_ref r
  LEFT JOIN quality.quarantine w ON w.id = r.quarantine_id
  WHERE ${ref} AND r.parent_key IS NOT NULL AND w.dataset = ${plan.dialect.lit(plan.dataset.name)}`

/** References to touched parents, and those of touched rows themselves. */
function touchedRefs(plan: DatasetPlan, parent: string, ref: string, scope: RefreshScope): string {
  const { lit } = plan.dialect
  const own = lit(plan.dataset.name)
  const keys = (dataset: string) =>
    `(SELECT DISTINCT key_hash FROM ${scope.touched} WHERE dataset = ${lit(dataset)}) t`
  const rows: string[] = []
  if (scope.datasets.has(parent)) {
    rows.push(`SELECT r.* FROM ${keys(parent)}
    LEFT JOIN quality.quarantine_ref r ON r.parent_key = t.key_hash AND ${ref}
    LEFT JOIN quality.quarantine w ON w.id = r.quarantine_id
    WHERE w.dataset = ${own} AND ${excludePendingReplayItems(scope, plan, 'w')}`)
  }
  if (scope.datasets.has(plan.dataset.name)) {
    rows.push(`SELECT r.* FROM ${keys(plan.dataset.name)}
    LEFT JOIN quality.quarantine w ON w.dataset = ${own} AND ${live('w')} AND w.key_hash = t.key_hash
    LEFT JOIN quality.quarantine_ref r ON r.quarantine_id = w.id AND ${ref}
    WHERE r.parent_key IS NOT NULL`)
  }
  return rows.join(' UNION ALL ')
}

/** Position, code and reference state of the rules that references decide. */
function referenceRules(plan: DatasetPlan): string {
  const { lit } = plan.dialect
  const rows = plan.references.flatMap((r) => {
    const row = (state: ReferenceState, entry: { position: number; code: string }) =>
      `(${lit(r.reference.name)}, ${stateSql(state)}, ${entry.position}, ${lit(entry.code)})`
    const waiting = r.quarantined ?? r.missing
    return [row('missing', r.missing), row('quarantined', waiting), row('ready', waiting)]
  })
  return `(VALUES ${rows.join(', ')}) v(ref, state, position, code)`
}

/** Finds out what the affected rows fail now, and applies it. @returns how many rows changed. */
async function reevaluate(
  ctx: EvaluationContext,
  plan: DatasetPlan,
  scope: RefreshScope | undefined,
): Promise<number> {
  const { db } = ctx
  const { lit } = plan.dialect
  const { affected, reevaluated } = plan.relations
  const order = `(VALUES ${plan.rules.map((r) => `(${lit(r.code)}, ${r.position})`).join(', ')}) o(code, position)`
  const referenceCodes = `SELECT code FROM ${referenceRules(plan)}`
  await createRelation(
    db,
    plan.dialect,
    reevaluated,
    `SELECT q.id, q.statut, q.rule AS was_rule, q.amount, q.currency AS was_currency, f.codes,
      coalesce(f.unmet, 0)::smallint AS unmet, coalesce(f.ready, true) AS ready, q.cause_id,
      ${carried(plan, plan.dataset.money?.currency, 'currency')} AS currency,
      ${carried(plan, plan.dataset.concerns.customer, 'customer')} AS customer,
      ${carried(plan, plan.dataset.concerns.invoice, 'invoice')} AS invoice
    FROM quality.quarantine q
    LEFT JOIN LATERAL (
      SELECT array_agg(c.code ORDER BY c.position) AS codes,
        count(*) FILTER (WHERE ${blockingSql('c.state')}) AS unmet,
        bool_and(c.state = ${stateSql('ready')}) AS ready
      FROM (
        SELECT o.code, o.position, ${stateSql('met')} AS state FROM unnest(q.rule || q.other_rules) u(code)
        LEFT JOIN ${order} ON o.code = u.code WHERE u.code NOT IN (${referenceCodes})
        UNION ALL SELECT v.code, v.position, r.state FROM quality.quarantine_ref r
        LEFT JOIN ${referenceRules(plan)} ON v.ref = r.ref AND v.state = r.state
        WHERE r.quarantine_id = q.id AND ${unmetSql('r.state')}
      ) c
    ) f ON true
    WHERE q.id IN (SELECT id FROM ${affected}) AND q.dataset = ${lit(plan.dataset.name)} AND ${live('q')}`,
  )
  await renameCauses(ctx, plan)
  await writeAffectedEvents(ctx, plan)
  const next = {
    rule: 'coalesce(a.codes[1], q.rule)',
    other_rules: 'coalesce(a.codes[2:], q.other_rules)',
    unmet: 'a.unmet',
    ready: `a.ready AND (q.statut = 'A_TRAITER' OR ${REOPENS})`,
    currency: 'a.currency',
    customer: 'a.customer',
    invoice: 'a.invoice',
    cause_id: 'a.cause_id',
    root_cause_id: 'CASE WHEN q.cause_id = a.cause_id THEN q.root_cause_id ELSE a.cause_id END',
    statut: `CASE WHEN ${REOPENS} THEN 'A_TRAITER' ELSE q.statut END`,
    settled_at: `CASE WHEN ${REOPENS} THEN NULL ELSE q.settled_at END`,
    exit_reason: `CASE WHEN ${REOPENS} THEN NULL ELSE q.exit_reason END`,
  }
  const columns = Object.keys(next)
  // A parent that was ready and now is in Silver changes nothing about its children.
  const update = `UPDATE quality.quarantine q
    SET ${Object.entries(next)
      .map(([c, sql]) => `${c} = ${sql}`)
      .join(', ')}
    FROM ${reevaluated} a WHERE a.id = q.id
      AND (${columns.map((c) => `q.${c}`).join(', ')}) IS DISTINCT FROM (${Object.values(next).join(', ')})`
  const title = `-- ${plan.dataset.name}: rules, readiness and status of the affected rows`
  const changed = scope
    ? await db.exec(`${title}
      WITH changed AS (${update} RETURNING q.dataset, q.key_hash)
        INSERT INTO ${scope.touched} SELECT DISTINCT dataset, key_hash FROM changed`)
    : await db.exec(`${title}\n${update}`)
  if (changed > 0) scope?.datasets.add(plan.dataset.name)
  await dropRelations(db, plan.dialect, reevaluated)
  return changed
}

/** Rows that move to another rule belong to another cause. */
async function renameCauses(ctx: EvaluationContext, plan: DatasetPlan): Promise<void> {
  const { lit } = plan.dialect
  const { reevaluated, causes } = plan.relations
  const raw = (column: string) => `p.raw->>${lit(column)}`
  await createRelation(
    ctx.db,
    plan.dialect,
    causes,
    `SELECT a.id, a.codes[1] AS rule, f.parent, f.parent_key,
      CASE WHEN f.parent IS NOT NULL THEN f.parent_text
        ELSE ${causeValueSql(plan, 'a.codes[1]', raw, 'q.key_text')} END AS value
    FROM ${reevaluated} a
    LEFT JOIN quality.quarantine q ON q.id = a.id
    LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = a.id
    LEFT JOIN ${referenceRules(plan)} ON v.code = a.codes[1]
    LEFT JOIN quality.quarantine_ref f ON f.quarantine_id = a.id AND f.ref = v.ref AND f.state = v.state
    WHERE a.codes[1] <> a.was_rule AND (v.ref IS NULL OR f.ref IS NOT NULL)`,
  )
  await nameCauses(ctx, plan)
  await ctx.db.exec(`-- Rows that move to another rule get its cause
  UPDATE ${reevaluated} a SET cause_id = c.cause_id FROM ${causes} c WHERE c.id = a.id`)
  await dropRelations(ctx.db, plan.dialect, causes)
}

const REOPENS = `(a.statut = 'CLASSEE' AND a.codes IS NOT NULL AND a.codes[1] <> a.was_rule)`

async function writeAffectedEvents(ctx: EvaluationContext, plan: DatasetPlan): Promise<void> {
  const now: StockSql = {
    open: 'true',
    rule: 'a.codes[1]',
    currency: 'a.currency',
    amount: 'a.amount',
  }
  const revalued: StockSql = { ...now, rule: 'a.was_rule' }
  const was: StockSql = { ...revalued, currency: 'a.was_currency' }
  const event = (
    kind: EventSql['kind'],
    before: StockSql | undefined,
    after: StockSql,
    where: string,
  ): EventSql => ({
    ...authorSql(ctx, plan),
    kind,
    row: 'a.id',
    before,
    after,
    from: `${plan.relations.reevaluated} a WHERE ${where}`,
  })
  const open = `a.statut = 'A_TRAITER'`
  await ctx.db.exec(
    titled(
      'Events of the affected rows',
      insertEventsSql([
        event('REOPENED', undefined, now, REOPENS),
        event('REVALUED', was, revalued, `${open} AND a.was_currency IS DISTINCT FROM a.currency`),
        event('RULE_CHANGED', revalued, now, `${open} AND a.codes[1] <> a.was_rule`),
      ]),
    ),
  )
}

/** A value that comes through a reference is filled in once the parent is known. */
function carried(plan: DatasetPlan, value: OwnOrVia | undefined, column: string): string {
  const { id, lit, silverTable } = plan.dialect
  const r = viaOf(plan, value)
  if (!r || !value || typeof value === 'string') return `q.${column}`
  const parent = `SELECT s.${id(value.column)}::text FROM quality.quarantine_ref r
    LEFT JOIN ${silverTable(r.parent.name)} s ON s.key_hash = r.parent_key
    WHERE r.quarantine_id = q.id AND r.ref = ${lit(r.reference.name)}`
  const waiting = `SELECT max(o.${column}) FROM quality.quarantine_ref r
    LEFT JOIN quality.quarantine o ON o.dataset = ${lit(r.parent.name)} AND o.key_hash = r.parent_key
      AND ${live('o')}
    WHERE r.quarantine_id = q.id AND r.ref = ${lit(r.reference.name)}`
  return `coalesce((${parent}), (${waiting}), q.${column})`
}
