/**
 * Several images of one key in one delivery: the declared order decides and the rest are
 * documented duplicates; identical copies are duplicates anyway; without an order, different
 * images are ambiguous and all of them are rejected, because nobody may guess.
 */
import type { Statements } from '@/lib/shared/db/connection'
import { live } from '@/lib/shared/quarantine/live'
import { type DatasetPlan, isEvaluated, over } from '@/pipeline/engine/compile/plan'
import type { Relation } from '@/pipeline/engine/compile/relations'
import {
  AMBIGUOUS_POSITION,
  MALFORMED_POSITION,
  type RuleEntry,
} from '@/pipeline/engine/define/rules'
import type { Order, Unique } from '@/pipeline/engine/define/schema'
import { createRelation, dropRelations } from './temporary'

/**
 * Keys that several deliveries brought: only the newest delivery's records stand.
 * @returns how many records do not.
 */
export async function supersede(db: Statements, plan: DatasetPlan): Promise<number> {
  const { marked } = plan.relations
  return db.exec(`-- Drop the records of keys that a newer delivery brought
  DELETE FROM ${marked} m USING (
    SELECT key_hash, max(_run) AS newest FROM ${marked} GROUP BY key_hash HAVING min(_run) <> max(_run)
  ) k WHERE m.key_hash = k.key_hash AND m._run < k.newest`)
}

/** Settles every repeated key; `delta` also looks at Silver for `dedupe` and unique. */
export async function resolveRepeats(
  db: Statements,
  plan: DatasetPlan,
  delta: boolean,
): Promise<void> {
  const { marked, repeated } = plan.relations
  // Malformed records too: leaving them out here costs every row a look, and the rest does it.
  const keys = await createRelation(
    db,
    plan.dialect,
    repeated,
    `SELECT key_hash FROM ${marked} GROUP BY key_hash HAVING count(*) > 1`,
  )
  if (keys > 0) await (plan.ordered ? byOrder(db, plan) : byContent(db, plan))
  await dropRelations(db, plan.dialect, repeated)
  if (plan.dataset.dedupe) await byOtherColumns(db, plan, delta)
  for (const entry of plan.rules) {
    if (entry.kind !== 'unique' || !isEvaluated(plan, entry.position)) continue
    await failRepeatedValues(db, plan, entry, delta)
  }
}

const failsByOthers = ({ kind }: RuleEntry): boolean => kind === 'unique' || kind === 'ambiguous'

/** Codes of the rules that a row fails because of other rows. */
export const repeatCodes = (plan: DatasetPlan): string[] =>
  plan.rules.filter(failsByOthers).map(({ code }) => code)

/**
 * What failed because of other rows (a repeated value, an ambiguous key) fails in a replay too,
 * whichever of those rows are replayed: only a newer delivery can say which one is right.
 */
export async function keepRepeats(db: Statements, plan: DatasetPlan): Promise<void> {
  const { addPosition, contains, disposition, lit } = plan.dialect
  for (const { code, position } of plan.rules.filter(failsByOthers)) {
    await db.exec(`-- Rows that failed ${code} because of other rows still do
    UPDATE ${plan.relations.marked} m SET _disposition = ${disposition('quarantine')},
        _fails = ${addPosition('m._fails', position)}
      FROM quality.quarantine q
      WHERE q.dataset = ${lit(plan.dataset.name)} AND q.key_hash = m.key_hash AND ${live('q')}
        AND q.run_id = m._run AND q.n = m._n AND ${lit(code)} = ANY (q.rule || q.other_rules)
        AND ${noDuplicate(plan)} AND (${contains('m._fails', `${position}`)}) IS NOT TRUE`)
  }
}

const orderBy = (plan: DatasetPlan, orders: readonly Order[]): string[] =>
  orders.map((o) => `${over(plan, 'm', o.by)} ${o.desc ? 'DESC' : 'ASC'} NULLS LAST`)

/** SQL over the marked records `m`. */
const noDuplicate = ({ dialect }: DatasetPlan): string =>
  `m._disposition <> ${dialect.disposition('duplicate')}`
const wellFormed = ({ dialect }: DatasetPlan): string =>
  `(m._fails IS NULL OR ${dialect.first('m._fails')} <> ${MALFORMED_POSITION})`

async function byOrder(db: Statements, plan: DatasetPlan): Promise<void> {
  const { marked, repeated } = plan.relations
  const order = [...orderBy(plan, plan.dataset.order), 'm._run DESC', 'm._n DESC'].join(', ')
  await db.exec(`-- Of several images of a key the first in order stands
  UPDATE ${marked} m SET _disposition = ${plan.dialect.disposition('duplicate')},
      _winner_run = w.run, _winner_n = w.n,
      _why = CASE WHEN w.content = m.content_hash THEN 'identical' ELSE 'order' END
    FROM (
      SELECT m._run, m._n, row_number() OVER best AS rank, first_value(m._run) OVER best AS run,
        first_value(m._n) OVER best AS n, first_value(m.content_hash) OVER best AS content
      FROM ${marked} m WHERE m.key_hash IN (SELECT key_hash FROM ${repeated}) AND ${wellFormed(plan)}
      WINDOW best AS (PARTITION BY m.key_hash ORDER BY ${order})
    ) w WHERE w._run = m._run AND w._n = m._n AND w.rank > 1`)
}

async function byContent(db: Statements, plan: DatasetPlan): Promise<void> {
  const { marked, repeated } = plan.relations
  const { disposition, positions } = plan.dialect
  await db.exec(`-- Identical images of a key are duplicates
  UPDATE ${marked} m SET _disposition = ${disposition('duplicate')},
      _winner_run = w.run, _winner_n = w.n, _why = 'identical'
    FROM (
      SELECT m._run, m._n, row_number() OVER best AS rank, first_value(m._run) OVER best AS run,
        first_value(m._n) OVER best AS n
      FROM ${marked} m WHERE m.key_hash IN (SELECT key_hash FROM ${repeated}) AND ${wellFormed(plan)}
      WINDOW best AS (PARTITION BY m.key_hash, m.content_hash ORDER BY m._run, m._n)
    ) w WHERE w._run = m._run AND w._n = m._n AND w.rank > 1`)
  if (!isEvaluated(plan, AMBIGUOUS_POSITION)) return
  await db.exec(`-- Different images of a key are ambiguous
  UPDATE ${marked} m SET _disposition = ${disposition('quarantine')},
      _fails = ${positions([`${AMBIGUOUS_POSITION}`])} || coalesce(m._fails, '{}')
    FROM (
      SELECT m.key_hash FROM ${marked} m
      WHERE m.key_hash IN (SELECT key_hash FROM ${repeated}) AND ${noDuplicate(plan)} AND ${wellFormed(plan)}
      GROUP BY m.key_hash HAVING count(*) > 1
    ) a WHERE a.key_hash = m.key_hash AND ${noDuplicate(plan)}`)
}

/** Equal values in other columns: the first in order wins; in a delta, the row already in Silver. */
async function byOtherColumns(db: Statements, plan: DatasetPlan, delta: boolean): Promise<void> {
  const { marked } = plan.relations
  const { disposition, id, silverTable } = plan.dialect
  const { on, order } = plan.dataset.dedupe ?? { on: [], order: [] }
  const columns = on.map((c) => `m.${id(c)}`).join(', ')
  const present = on.map((c) => `m.${id(c)} IS NOT NULL`).join(' AND ')
  const sort = [...orderBy(plan, order), 'm._run', 'm._n'].join(', ')
  await db.exec(`-- Of rows with equal ${on.join(', ')} the first in order stands
  UPDATE ${marked} m SET _disposition = ${disposition('duplicate')},
      _winner_run = w.run, _winner_n = w.n, _why = 'unique'
    FROM (
      SELECT m._run, m._n, row_number() OVER best AS rank, first_value(m._run) OVER best AS run,
        first_value(m._n) OVER best AS n
      FROM ${marked} m WHERE ${noDuplicate(plan)} AND ${wellFormed(plan)} AND ${present}
      WINDOW best AS (PARTITION BY ${columns} ORDER BY ${sort})
    ) w WHERE w._run = m._run AND w._n = m._n AND w.rank > 1`)
  if (!delta) return
  await db.exec(`-- The row in Silver stands before a delivered one with equal ${on.join(', ')}
  UPDATE ${marked} m SET _disposition = ${disposition('duplicate')},
      _winner_run = s._run, _winner_n = s._n, _why = 'unique'
    FROM ${silverTable(plan.dataset.name)} s
    WHERE ${noDuplicate(plan)} AND ${wellFormed(plan)} AND ${on.map((c) => `s.${id(c)} = m.${id(c)}`).join(' AND ')}
      AND s.key_hash <> m.key_hash AND NOT EXISTS (SELECT FROM ${marked} o WHERE o.key_hash = s.key_hash)`)
}

/** The rule `unique`: every delivered row whose values occur in another row fails. */
async function failRepeatedValues(
  db: Statements,
  plan: DatasetPlan,
  entry: RuleEntry,
  delta: boolean,
): Promise<void> {
  const { marked } = plan.relations
  const { addPosition, disposition, id, silverTable } = plan.dialect
  const { columns, when } = entry.rule as Unique
  const list = columns.map(id).join(', ')
  const present = columns.map((c) => `m.${id(c)} IS NOT NULL`)
  const applies = [noDuplicate(plan), wellFormed(plan), ...present]
  if (when) applies.push(`(${over(plan, 'm', when)}) IS TRUE`)
  const silver = delta
    ? `UNION ALL SELECT ${list} FROM ${silverTable(plan.dataset.name)} s
       WHERE NOT EXISTS (SELECT FROM ${marked} o WHERE o.key_hash = s.key_hash)`
    : ''
  await db.exec(`-- Rows that share a value fail ${entry.code}
  UPDATE ${marked} m SET _disposition = ${disposition('quarantine')},
      _fails = ${addPosition('m._fails', entry.position)}
    FROM (
      SELECT ${list} FROM (
        SELECT ${list} FROM ${marked} m WHERE ${applies.join(' AND ')} ${silver}
      ) v GROUP BY ${list} HAVING count(*) > 1
    ) r WHERE ${columns.map((c) => `r.${id(c)} = m.${id(c)}`).join(' AND ')} AND ${applies.join(' AND ')}`)
}

/**
 * Query of `_run, _n` of the records that a delta makes a `unique` rule evaluate once more: Silver rows
 * that share a value with a delivered row, and rows that waited because of such a rule, with every
 * image of their keys. Undefined when the dataset has no such rule.
 * @param delivered the marked records of the delta.
 */
export function sharingValues(plan: DatasetPlan, delivered: Relation): string | undefined {
  const { name } = plan.dataset
  const { contains, id, lit, silverTable } = plan.dialect
  const queries = plan.rules.flatMap(({ kind, code, position, rule }) => {
    if (kind !== 'unique') return []
    const list = (rule as Unique).columns.map(id).join(', ')
    return [
      `SELECT s._run, s._n FROM ${silverTable(name)} s WHERE (${list}) IN (
        SELECT ${list} FROM ${delivered} m WHERE ${contains('m._fails', `${position}`)})`,
      `SELECT q.run_id, q.n FROM quality.quarantine q
      WHERE q.dataset = ${lit(name)} AND ${live('q')} AND q.key_hash IN (
        SELECT o.key_hash FROM quality.quarantine o WHERE o.dataset = ${lit(name)}
          AND ${live('o')} AND ${lit(code)} = ANY (o.rule || o.other_rules))`,
    ]
  })
  return queries.length > 0 ? queries.join(' UNION ') : undefined
}
