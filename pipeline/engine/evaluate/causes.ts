/**
 * Causes: a rule and the missing or offending value, so that people see what one fix would free.
 * Each failing row belongs to the cause of its first failing rule; a row that waits for a parent
 * in quarantine also names the cause at the top of that chain.
 */
import { live } from '@/lib/shared/quarantine/live'
import { parentColumn } from '@/pipeline/engine/compile/conditions'
import type { DatasetPlan } from '@/pipeline/engine/compile/plan'
import { textArray } from '@/pipeline/engine/compile/postgres/quoting'
import type { RuleEntry } from '@/pipeline/engine/define/rules'
import type { EvaluationContext } from './context'
import { affects, excludePendingReplayItems, type RefreshScope } from './refresh-scope'
import { createRelation, dropRelations } from './temporary'

/** Values longer than this are cut: they tell causes apart well enough. */
const VALUE_LENGTH = 200

/** Source column whose text is the offending value of a rule, if there is one. */
function offendingColumn(plan: DatasetPlan, entry: RuleEntry): string | undefined {
  const column =
    entry.column ?? (entry.rule && 'column' in entry.rule ? entry.rule.column : undefined)
  return column === undefined ? undefined : plan.dataset.columns[column]?.from
}

/**
 * SQL of the value that a rule objects to: text as received, or the key where several rows claim
 * it; '' where the rule looks at the row as a whole.
 * @param code SQL of the rule code; @param raw SQL of a source column; @param key SQL of the key.
 */
export function causeValueSql(
  plan: DatasetPlan,
  code: string,
  raw: (source: string) => string,
  key: string,
): string {
  const { lit } = plan.dialect
  const cases = plan.rules.flatMap((entry) => {
    if (entry.kind === 'ambiguous') return [`WHEN ${lit(entry.code)} THEN ${key}`]
    const column = offendingColumn(plan, entry)
    return column ? [`WHEN ${lit(entry.code)} THEN left(${raw(column)}, ${VALUE_LENGTH})`] : []
  })
  return `coalesce(CASE ${code} ${cases.join(' ')} END, '')`
}

/** Codes that a reference decides, as SQL literals. */
const referenceCodes = (plan: DatasetPlan, index: number): string => {
  const r = plan.references[index]
  return [r?.missing.code, r?.quarantined?.code]
    .filter((c) => c !== undefined)
    .map(plan.dialect.lit)
    .join(', ')
}

/** Finds or creates the causes of the new and changed rows of the relation `matched`. */
export async function assignCauses(ctx: EvaluationContext, plan: DatasetPlan): Promise<void> {
  const { rejected, matched, causes } = plan.relations
  const { atPlace, bronzeTable, id, lit } = plan.dialect
  const { sources } = plan.dataset
  // A replayed row has its text in the payload, a delivered one in Bronze.
  const raw = (column: string) =>
    `CASE WHEN x._at IS NULL THEN p.raw->>${lit(column)} ELSE coalesce(${sources.map((_, i) => `b${i}.${id(column.toLowerCase())}`).join(', ')}) END`
  const own = causeValueSql(plan, 'x.rule', raw, 'x.key_text')
  const parent = (value: (index: number) => string, otherwise: string) =>
    plan.references.length === 0
      ? otherwise
      : `CASE ${plan.references.map((_, i) => `WHEN x.rule IN (${referenceCodes(plan, i)}) THEN ${value(i)}`).join(' ')} ELSE ${otherwise} END`
  const text = (i: number) =>
    `concat_ws(' / ', ${(plan.references[i]?.own ?? []).map((c) => `m.${id(c)}::text`).join(', ')})`
  await createRelation(
    ctx.db,
    plan.dialect,
    causes,
    `SELECT x.id, x.rule, ${parent(text, own)} AS value,
      ${parent((i) => lit(plan.references[i]?.parent.name), 'NULL::text')} AS parent,
      ${parent((i) => `m.${parentColumn(plan.references[i] as DatasetPlan['references'][number])}`, 'NULL::uuid')} AS parent_key
    FROM ${matched} x
    LEFT JOIN ${rejected} m ON m._run = x._run AND m._n = x._n
    LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = x.id AND x._at IS NULL
    ${sources.map((s, i) => `LEFT JOIN ${bronzeTable(s.file)} b${i} ON ${atPlace(`b${i}`, 'x._at')} AND x._src = ${lit(s.file)}`).join('\n    ')}
    WHERE x.fresh OR x.changed`,
  )
  await nameCauses(ctx, plan)
  // Waiting parents were written before: their cause is known, and the row is written once.
  const waits = plan.references.flatMap((r) => (r.quarantined ? [r.quarantined.code] : []))
  await ctx.db.exec(`-- New and changed rows get their cause, and the one at the top of the chain
  UPDATE ${matched} x
    SET cause_id = c.cause_id, root_cause_id = coalesce(c.root, c.cause_id)
    FROM (
      SELECT c.id, c.cause_id, (SELECT o.root_cause_id FROM quality.quarantine o
        WHERE o.dataset = c.parent AND ${live('o')} AND o.key_hash = c.parent_key
          AND c.rule = ANY (${textArray(waits)})
        ORDER BY o.occurrence LIMIT 1) AS root
      FROM ${causes} c
    ) c WHERE c.id = x.id`)
  await dropRelations(ctx.db, plan.dialect, causes)
}

/** Gives every row of the relation `causes` its `cause_id`; causes that are new are created. */
export async function nameCauses(ctx: EvaluationContext, plan: DatasetPlan): Promise<void> {
  const { causes } = plan.relations
  const { lit } = plan.dialect
  await ctx.db.exec(`-- Create the causes that are new
  INSERT INTO quality.cause (dataset, rule, value, parent, parent_key)
    SELECT DISTINCT ON (c.rule, c.value) ${lit(plan.dataset.name)}, c.rule, c.value, c.parent, c.parent_key
    FROM ${causes} c ON CONFLICT (dataset, rule, md5(value)) DO NOTHING`)
  await ctx.db.exec(`-- Room for the cause
  ALTER TABLE ${causes} ADD COLUMN cause_id bigint`)
  await ctx.db.exec(`-- Look the causes up
  UPDATE ${causes} c SET cause_id = k.id FROM quality.cause k
    WHERE k.dataset = ${lit(plan.dataset.name)} AND k.rule = c.rule AND md5(k.value) = md5(c.value)`)
}

/**
 * Rows that wait for a quarantined parent take over the cause at the top of its chain; parents are
 * done first, so one step suffices.
 * @param scope as for `refreshWaiting`; rows whose cause changes here are added to it.
 */
export async function refreshRoots(
  { db }: EvaluationContext,
  plan: DatasetPlan,
  scope?: RefreshScope,
): Promise<void> {
  const { name } = plan.dataset
  const { lit } = plan.dialect
  for (const r of plan.references) {
    if (!r.quarantined || (scope && !affects(scope, plan, r.parent.name))) continue
    const parent = lit(r.parent.name)
    const waits = `q.dataset = ${lit(name)} AND ${live('q')} AND q.rule = ${lit(r.quarantined.code)}`
    const ref = `f.ref = ${lit(r.reference.name)}`
    const keys = (dataset: string) =>
      `SELECT DISTINCT key_hash FROM ${scope?.touched} WHERE dataset = ${dataset}`
    // From the touched parents that still wait: those that a replay settled end the search here.
    const rows = scope
      ? `SELECT q.id, q.root_cause_id, o.key_hash AS parent_key FROM (${keys(parent)}) t
        LEFT JOIN quality.quarantine o ON o.dataset = ${parent} AND ${live('o')} AND o.key_hash = t.key_hash
        LEFT JOIN quality.quarantine_ref f ON f.parent = ${parent} AND f.parent_key = o.key_hash AND ${ref}
        LEFT JOIN quality.quarantine q ON q.id = f.quarantine_id
        WHERE ${waits} AND ${excludePendingReplayItems(scope, plan, 'q')}
      UNION SELECT q.id, q.root_cause_id, f.parent_key FROM (${keys(lit(name))}) t
        LEFT JOIN quality.quarantine q ON ${waits} AND q.key_hash = t.key_hash
        LEFT JOIN quality.quarantine_ref f ON f.quarantine_id = q.id AND ${ref}
        WHERE q.id IS NOT NULL`
      : `SELECT q.id, q.root_cause_id, f.parent_key FROM quality.quarantine q
        LEFT JOIN quality.quarantine_ref f ON f.quarantine_id = q.id AND ${ref} WHERE ${waits}`
    const parents = `LEFT JOIN LATERAL (SELECT o.root_cause_id AS root FROM quality.quarantine o
        WHERE o.dataset = ${parent} AND ${live('o')} AND o.key_hash = w.parent_key
        ORDER BY o.occurrence LIMIT 1) p ON true`
    const title = `-- ${name}: the root cause of rows that wait for ${r.parent.name}`
    const moved = `UPDATE quality.quarantine q SET root_cause_id = n.root FROM (
        SELECT w.id, p.root FROM (${rows}) w ${parents}
        WHERE p.root IS NOT NULL AND p.root IS DISTINCT FROM w.root_cause_id
      ) n WHERE n.id = q.id`
    if (!scope) await db.exec(`${title}\n${moved}`)
    else {
      const added = await db.exec(`${title}
      WITH moved AS (${moved} RETURNING q.key_hash)
        INSERT INTO ${scope.touched} SELECT DISTINCT ${lit(name)}, key_hash FROM moved`)
      if (added > 0) scope.datasets.add(name)
    }
  }
}
