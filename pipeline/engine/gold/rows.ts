/**
 * The rows that figures rest on, counted in one pass per dataset: those in Silver and those that wait
 * in quarantine, by currency, by every group that a Gold table has, by the row sets they belong to.
 */

import type { Statements } from '@/lib/shared/db/connection'
import { live } from '@/lib/shared/quarantine/live'
import type { Dialect } from '@/pipeline/engine/compile/dialect'
import { type DatasetPlan, planNamed, viaOf } from '@/pipeline/engine/compile/plan'
import { creationSql, goldRelations, type Relation } from '@/pipeline/engine/compile/relations'
import { waitingSql } from '@/pipeline/engine/compile/typed'
import { type Gold, type GoldRowSet, type GoldTable, restsOf } from '@/pipeline/engine/define/gold'
import { fillGold, goldNames, silverSql } from '@/pipeline/engine/define/gold-links'
import { createRelation } from '@/pipeline/engine/evaluate/temporary'

/** A Gold text with the key date in it. */
export const onKeyDate = ({ lit }: Dialect, sql: string, keyDate: string): string =>
  sql.replaceAll(':data_corte', `date ${lit(keyDate)}`)

/** Names in braces as columns of the row and of what is looked up. */
const fill = ({ id }: Dialect, sql: string): string =>
  fillGold(sql, ({ lookup, column }) => `${lookup ? id(`l_${lookup}`) : 's'}.${id(column)}`)

/** Whether a row belongs to a set. A waiting row for which that is unknown (NULL) is counted in. */
const belongs = (dialect: Dialect, { where }: GoldRowSet, waiting: boolean): string =>
  where ? `(${fill(dialect, where)}) IS ${waiting ? 'NOT FALSE' : 'TRUE'}` : 'true'

/** The columns of a dataset's counts, by what they stand for. */
export class Counting {
  readonly sets: GoldRowSet[]
  private readonly expressions: { sql: string; none: string | undefined }[] = []
  private readonly amounts: string[] = []
  private readonly dialect: Dialect
  /** The counts, when they have been made. */
  readonly counts: Relation

  constructor(
    readonly gold: Gold,
    readonly plan: DatasetPlan,
  ) {
    this.dialect = plan.dialect
    this.counts = goldRelations(plan.dialect).counts(plan.dataset.name)
    this.sets = gold.rows.filter((set) => set.dataset === plan.dataset.name)
    for (const table of gold.tables) {
      if (!this.setsOf(table).length) continue
      for (const group of table.groups) this.groupColumn(group)
    }
    for (const set of this.sets) this.amountColumn(set)
  }

  /** Row sets of this dataset on which a table rests. */
  setsOf(table: GoldTable): GoldRowSet[] {
    const rests = restsOf(table)
    return this.sets.filter((set) => rests.includes(set.name))
  }

  groupColumn({ of, none }: GoldTable['groups'][number]): string {
    const sql = of[this.plan.dataset.name] ?? 'NULL'
    let at = this.expressions.findIndex((e) => e.sql === sql && e.none === none)
    if (at < 0) at = this.expressions.push({ sql, none }) - 1
    return `g${at}`
  }

  memberColumn = (set: GoldRowSet): string => `b${this.sets.indexOf(set)}`

  amountColumn(set: GoldRowSet): string {
    const sql = set.amount ?? ''
    let at = this.amounts.indexOf(sql)
    if (at < 0) at = this.amounts.push(sql) - 1
    return `a${at}`
  }

  /** Columns that the expressions read, of the row itself and of each lookup. */
  private lookups(): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>()
    const texts = [
      ...this.expressions.map((e) => e.sql),
      ...this.sets.flatMap((s) => [s.where ?? '', s.amount ?? '']),
    ]
    for (const { lookup, column } of texts.flatMap(goldNames)) {
      if (lookup) found.set(lookup, (found.get(lookup) ?? new Set()).add(column))
    }
    return found
  }

  /** Datasets whose waiting rows are needed: its own, and those that rows are looked up in. */
  waitingDatasets(): string[] {
    const { lookups } = this.gold
    const others = [...this.lookups().keys()].map((name) => lookups[name]?.dataset ?? '')
    return [this.plan.dataset.name, ...others]
  }

  /** Rows that belong to no set are not counted: most invoices are older than 90 days. */
  sql(): string {
    const { dialect } = this
    const { dataset } = this.plan
    const { lit, silverTable } = dialect
    const groups = this.expressions.map((_, i) => `g${i}`)
    const members = this.sets.map((set) => this.memberColumn(set))
    const by = ['regra', 'moeda', ...groups, ...members].join(', ')
    const sums = this.amounts.map((_, i) => `, coalesce(sum(a${i}), 0) AS a${i}`).join('')
    const money = moneySql(this.plan)
    const side = (waiting: boolean) => {
      const columns = [
        waiting ? 's._rule AS regra' : 'NULL::text AS regra',
        waiting ? 's._currency AS moeda' : `coalesce(${money.currency}, '') AS moeda`,
        ...this.expressions.map(({ sql, none }, i) => {
          const group = `(${fill(dialect, sql)})::text`
          return `${none === undefined || waiting ? group : `coalesce(${group}, ${lit(none)})`} AS g${i}`
        }),
        ...this.sets.map((set) => `${belongs(dialect, set, waiting)} AS ${this.memberColumn(set)}`),
        ...this.amounts.map(
          (sql, i) => `${sql ? fill(dialect, sql) : waiting ? 's._amount' : money.amount} AS a${i}`,
        ),
      ]
      const from = waiting ? waitingRelation(this.plan) : silverTable(dataset.name)
      return `SELECT ${by}, count(*) AS linhas${sums} FROM (SELECT ${columns.join(', ')}
        FROM ${from} s ${this.joins(waiting)}${waiting ? '' : money.join}) x
        WHERE ${members.join(' OR ')} GROUP BY ${by}`
    }
    return creationSql(dialect, this.counts, `${side(false)} UNION ALL ${side(true)}`)
  }

  /**
   * Every waiting row with the sets that it belongs to and, by table, the group that it would be in:
   * the rows that the counts count, one by one.
   */
  membersSql(): string {
    const { dialect } = this
    const { lit } = dialect
    const sets = this.sets.map(
      (set) => `CASE WHEN ${belongs(dialect, set, true)} THEN ${lit(set.name)} END`,
    )
    const tables = this.gold.tables.filter((t) => t.groups.length > 0 && this.setsOf(t).length > 0)
    const groups = tables.map(({ name, groups }) => {
      const values = groups.map(
        ({ of }) => `(${fill(dialect, of[this.plan.dataset.name] ?? 'NULL')})::text`,
      )
      return `${lit(name)}, jsonb_build_array(${values.join(', ')})`
    })
    return `SELECT s._id AS quarantine_id, array_remove(ARRAY[${sets.join(', ')}]::text[], NULL) AS conjuntos,
        jsonb_build_object(${groups.join(', ')}) AS grupos
      FROM ${waitingRelation(this.plan)} s ${this.joins(true)}`
  }

  /** Left joins: what a row is looked up in may be missing, the row counts all the same. */
  private joins(waiting: boolean): string {
    const { id, silverTable } = this.dialect
    const { waiting: waitingOf } = goldRelations(this.dialect)
    return [...this.lookups()]
      .map(([name, columns]) => {
        const { dataset, on } = this.gold.lookups[name] as Gold['lookups'][string]
        const keys = Object.keys(on).map(id)
        const list = [...new Set([...keys, ...[...columns].map(id)])].join(', ')
        const all = waiting
          ? `(SELECT ${list} FROM ${silverTable(dataset)} UNION ALL
          (SELECT DISTINCT ON (${keys.join(', ')}) ${list} FROM ${waitingOf(dataset)}
            ORDER BY ${keys.join(', ')}, _id))`
          : silverTable(dataset)
        const found = Object.entries(on).map(
          ([k, own]) => `${id(`l_${name}`)}.${id(k)} = s.${id(own)}`,
        )
        return `LEFT JOIN ${all} ${id(`l_${name}`)} ON ${found.join(' AND ')}`
      })
      .join(' ')
  }
}

/** A Silver row's money and its currency, which may stand in the parent. */
export function moneySql(plan: DatasetPlan): { amount: string; currency: string; join: string } {
  const { money } = plan.dataset
  const { id, silverTable } = plan.dialect
  if (!money) return { amount: 'NULL::numeric', currency: 'NULL::text', join: '' }
  const value = (column: string) => silverSql(plan.dataset, column, 's') ?? 'NULL'
  const amount = value(money.amount)
  const via = viaOf(plan, money.currency)
  if (typeof money.currency === 'string') {
    return { amount, currency: value(money.currency), join: '' }
  }
  if (!via) return { amount, currency: 'NULL::text', join: '' }
  const on = via.parent.key.map((k, i) => `m.${id(k)} = s.${id(via.own[i] as string)}`)
  return {
    amount,
    currency: `m.${id(money.currency.column)}`,
    join: ` LEFT JOIN ${silverTable(via.parent.name)} m ON ${on.join(' AND ')}`,
  }
}

const waitingRelation = ({ dialect, dataset }: DatasetPlan): Relation =>
  goldRelations(dialect).waiting(dataset.name)

/** Live rows of a dataset, typed as far as their text allows, with rule and money. */
function waitingRowsSql(plan: DatasetPlan): string {
  const { name, columns } = plan.dataset
  const { id, lit } = plan.dialect
  const values = [...plan.computed.map(([c]) => c), ...plan.stored].map((c) => {
    // A malformed record has no columns, but it is known which file it came in.
    const perSource = columns[c]?.perSource
    if (!perSource) return `t.${id(c)}`
    const cases = Object.entries(perSource).map(([file, v]) => `WHEN ${lit(file)} THEN ${lit(v)}`)
    return `CASE p.source ${cases.join(' ')} END::${columns[c]?.type} AS ${id(c)}`
  })
  return `SELECT q.id AS _id, q.rule AS _rule, coalesce(q.currency, '') AS _currency, q.amount AS _amount,
      ${[...new Set(values)].join(', ')}
    FROM quality.quarantine q
    LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    LEFT JOIN (SELECT DISTINCT ON (_run, _n) * FROM (${waitingSql(plan)}) v) t
      ON t._run = q.run_id AND t._n = q.n
    WHERE q.dataset = ${lit(name)} AND ${live('q')}`
}

/** Counts the rows of every dataset that figures rest on. @returns how to read the counts. */
export async function countRows(
  db: Statements,
  plans: readonly DatasetPlan[],
  gold: Gold,
  keyDate: string,
): Promise<Counting[]> {
  const names = [...new Set(gold.rows.map((set) => set.dataset))]
  const countings = names.map((name) => new Counting(gold, planNamed(plans, name)))
  for (const name of new Set(countings.flatMap((c) => c.waitingDatasets()))) {
    const plan = planNamed(plans, name)
    await createRelation(db, plan.dialect, waitingRelation(plan), waitingRowsSql(plan))
  }
  for (const counting of countings) {
    await db.exec(onKeyDate(counting.plan.dialect, counting.sql(), keyDate))
  }
  return countings
}
