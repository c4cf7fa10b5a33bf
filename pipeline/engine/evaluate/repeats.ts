/**
 * Several images of one key in one delivery: the declared order decides and the rest are
 * documented duplicates; identical copies are duplicates anyway; without an order, different
 * images are ambiguous and all of them are set aside, because nobody may guess.
 */

import type { Db } from '@/lib/shared/db/connection'
import { judges, over, type Plan, tempTables } from '@/pipeline/engine/compile/plan'
import { id, lit, silverTable } from '@/pipeline/engine/compile/sql'
import { AMBIGUOUS, MALFORMED, type RuleEntry } from '@/pipeline/engine/define/rules'
import type { Order, Unique } from '@/pipeline/engine/define/schema'

const NOT_MALFORMED = `(m._fails IS NULL OR m._fails[1] <> ${MALFORMED})`

/**
 * Keys that several deliveries brought: only the newest delivery's records stand.
 * @returns how many records do not.
 */
export async function supersede(db: Db, plan: Plan): Promise<number> {
  const { mark } = tempTables(plan)
  return db.exec(`DELETE FROM ${mark} m USING (
    SELECT _key, max(_run) AS newest FROM ${mark} GROUP BY _key HAVING min(_run) <> max(_run)
  ) k WHERE m._key = k._key AND m._run < k.newest`)
}

/** Settles every repeated key of the mark; `delta` also looks at Silver for `dedupe` and unique. */
export async function resolveRepeats(db: Db, plan: Plan, delta: boolean): Promise<void> {
  const { mark } = tempTables(plan)
  // Malformed records too: leaving them out here costs every row a look, and the rest does it.
  const repeated = await db.exec(`CREATE TEMP TABLE repeated ON COMMIT DROP AS
    SELECT _key FROM ${mark} GROUP BY _key HAVING count(*) > 1`)
  if (repeated > 0) await (plan.ordered ? byOrder(db, plan) : byContent(db, plan))
  await db.exec('DROP TABLE repeated')
  if (plan.dataset.dedupe) await byOtherColumns(db, plan, delta)
  for (const entry of plan.rules) {
    if (entry.kind !== 'unique' || !judges(plan, entry.position)) continue
    await failRepeatedValues(db, plan, entry, delta)
  }
}

const failsByOthers = ({ kind }: RuleEntry): boolean => kind === 'unique' || kind === 'ambiguous'

/** Codes of the rules that a row fails because of other rows. */
export const repeatCodes = (plan: Plan): string[] =>
  plan.rules.filter(failsByOthers).map(({ code }) => code)

/**
 * What failed because of other rows (a repeated value, an ambiguous key) fails in a replay too,
 * whichever of those rows are replayed: only a newer delivery can say which one is right.
 */
export async function keepRepeats(db: Db, plan: Plan): Promise<void> {
  const { mark } = tempTables(plan)
  for (const { code, position } of plan.rules.filter(failsByOthers)) {
    await db.exec(`UPDATE ${mark} m SET _disp = 'Q', _fails = (
        SELECT array_agg(x ORDER BY x) FROM unnest(coalesce(m._fails, '{}') || ${lit(position)}::smallint) x)
      FROM quality.quarantine q
      WHERE q.dataset = ${lit(plan.dataset.name)} AND q.key_hash = m._key AND q.statut <> 'SOLDEE'
        AND q.run_id = m._run AND q.n = m._n AND ${lit(code)} = ANY (q.rule || q.other_rules)
        AND m._disp <> 'D' AND NOT coalesce(m._fails, '{}') @> ARRAY[${lit(position)}]::smallint[]`)
  }
}

const orderBy = (orders: readonly Order[]): string[] =>
  orders.map((o) => `${over('m', o.by)} ${o.desc ? 'DESC' : 'ASC'} NULLS LAST`)

async function byOrder(db: Db, plan: Plan): Promise<void> {
  const { mark } = tempTables(plan)
  const order = [...orderBy(plan.dataset.order), 'm._run DESC', 'm._n DESC'].join(', ')
  await db.exec(`UPDATE ${mark} m SET _disp = 'D', _winner_run = w.run, _winner_n = w.n,
      _why = CASE WHEN w.content = m._content THEN 'identical' ELSE 'order' END
    FROM (
      SELECT m._run, m._n, row_number() OVER best AS rank, first_value(m._run) OVER best AS run,
        first_value(m._n) OVER best AS n, first_value(m._content) OVER best AS content
      FROM ${mark} m WHERE m._key IN (SELECT _key FROM repeated) AND ${NOT_MALFORMED}
      WINDOW best AS (PARTITION BY m._key ORDER BY ${order})
    ) w WHERE w._run = m._run AND w._n = m._n AND w.rank > 1`)
}

async function byContent(db: Db, plan: Plan): Promise<void> {
  const { mark } = tempTables(plan)
  await db.exec(`UPDATE ${mark} m SET _disp = 'D', _winner_run = w.run, _winner_n = w.n,
      _why = 'identical'
    FROM (
      SELECT m._run, m._n, row_number() OVER best AS rank, first_value(m._run) OVER best AS run,
        first_value(m._n) OVER best AS n
      FROM ${mark} m WHERE m._key IN (SELECT _key FROM repeated) AND ${NOT_MALFORMED}
      WINDOW best AS (PARTITION BY m._key, m._content ORDER BY m._run, m._n)
    ) w WHERE w._run = m._run AND w._n = m._n AND w.rank > 1`)
  if (!judges(plan, AMBIGUOUS)) return
  await db.exec(`UPDATE ${mark} m SET _disp = 'Q',
      _fails = ARRAY[${AMBIGUOUS}]::smallint[] || coalesce(m._fails, '{}')
    FROM (
      SELECT m._key FROM ${mark} m
      WHERE m._key IN (SELECT _key FROM repeated) AND m._disp <> 'D' AND ${NOT_MALFORMED}
      GROUP BY m._key HAVING count(*) > 1
    ) a WHERE a._key = m._key AND m._disp <> 'D'`)
}

/** Equal values in other columns: the first in order wins; in a delta, the row already in Silver. */
async function byOtherColumns(db: Db, plan: Plan, delta: boolean): Promise<void> {
  const { mark } = tempTables(plan)
  const { on, order } = plan.dataset.dedupe ?? { on: [], order: [] }
  const columns = on.map((c) => `m.${id(c)}`).join(', ')
  const present = on.map((c) => `m.${id(c)} IS NOT NULL`).join(' AND ')
  const sort = [...orderBy(order), 'm._run', 'm._n'].join(', ')
  await db.exec(`UPDATE ${mark} m SET _disp = 'D', _winner_run = w.run, _winner_n = w.n, _why = 'unique'
    FROM (
      SELECT m._run, m._n, row_number() OVER best AS rank, first_value(m._run) OVER best AS run,
        first_value(m._n) OVER best AS n
      FROM ${mark} m WHERE m._disp <> 'D' AND ${NOT_MALFORMED} AND ${present}
      WINDOW best AS (PARTITION BY ${columns} ORDER BY ${sort})
    ) w WHERE w._run = m._run AND w._n = m._n AND w.rank > 1`)
  if (!delta) return
  await db.exec(`UPDATE ${mark} m SET _disp = 'D', _winner_run = s._run, _winner_n = s._n, _why = 'unique'
    FROM ${silverTable(plan.dataset.name)} s
    WHERE m._disp <> 'D' AND ${NOT_MALFORMED} AND ${on.map((c) => `s.${id(c)} = m.${id(c)}`).join(' AND ')}
      AND s._chave <> m._key AND NOT EXISTS (SELECT FROM ${mark} o WHERE o._key = s._chave)`)
}

/** The rule `unique`: every delivered row whose values occur in another row fails. */
async function failRepeatedValues(
  db: Db,
  plan: Plan,
  entry: RuleEntry,
  delta: boolean,
): Promise<void> {
  const { mark } = tempTables(plan)
  const { columns, when } = entry.rule as Unique
  const list = columns.map(id).join(', ')
  const present = columns.map((c) => `m.${id(c)} IS NOT NULL`)
  const judged = ["m._disp <> 'D'", NOT_MALFORMED, ...present]
  if (when) judged.push(`(${over('m', when)}) IS TRUE`)
  const silver = delta
    ? `UNION ALL SELECT ${list} FROM ${silverTable(plan.dataset.name)} s
       WHERE NOT EXISTS (SELECT FROM ${mark} o WHERE o._key = s._chave)`
    : ''
  await db.exec(`UPDATE ${mark} m SET _disp = 'Q', _fails = (
      SELECT array_agg(x ORDER BY x) FROM unnest(coalesce(m._fails, '{}') || ${lit(entry.position)}::smallint) x)
    FROM (
      SELECT ${list} FROM (
        SELECT ${list} FROM ${mark} m WHERE ${judged.join(' AND ')} ${silver}
      ) v GROUP BY ${list} HAVING count(*) > 1
    ) r WHERE ${columns.map((c) => `r.${id(c)} = m.${id(c)}`).join(' AND ')} AND ${judged.join(' AND ')}`)
}

/**
 * Query of `_run, _n` of the records that a delta makes a `unique` rule judge once more: Silver rows
 * that share a value with a delivered row, and rows that waited because of such a rule, with every
 * image of their keys. Undefined when the dataset has no such rule.
 * @param delivered the mark of the delta.
 */
export function sharingValues(plan: Plan, delivered: string): string | undefined {
  const { name } = plan.dataset
  const queries = plan.rules.flatMap(({ kind, code, position, rule }) => {
    if (kind !== 'unique') return []
    const list = (rule as Unique).columns.map(id).join(', ')
    return [
      `SELECT s._run, s._n FROM ${silverTable(name)} s WHERE (${list}) IN (
        SELECT ${list} FROM ${delivered} m WHERE ${position} = ANY (m._fails))`,
      `SELECT q.run_id, q.n FROM quality.quarantine q
      WHERE q.dataset = ${lit(name)} AND q.statut <> 'SOLDEE' AND q.key_hash IN (
        SELECT o.key_hash FROM quality.quarantine o WHERE o.dataset = ${lit(name)}
          AND o.statut <> 'SOLDEE' AND ${lit(code)} = ANY (o.rule || o.other_rules))`,
    ]
  })
  return queries.length > 0 ? queries.join(' UNION ') : undefined
}
