/**
 * After the last write: Gold against Silver, counted without the logic that made it. The totals of
 * every table, breakdowns included, are those of the rows that they rest on.
 */

import type { Statements } from '@/lib/shared/db/connection'
import { addDecimals } from '@/lib/shared/format/decimal'
import { live } from '@/lib/shared/quarantine/live'
import { type CheckOutcome, check } from '@/pipeline/engine/check/outcome'
import { id, lit } from '@/pipeline/engine/compile/postgres/quoting'
import { type Gold, type GoldRowSet, type GoldTable, restsOf } from '@/pipeline/engine/define/gold'
import { fillGold } from '@/pipeline/engine/define/gold-links'
import { type Counting, moneySql, onKeyDate } from './rows'

/** Currency → what is there, as text; zeroes left out. */
type Totals = Map<string, string>

interface SetTotals {
  rows: Totals
  amount: Totals
}

/** Totals as a check shows them: by currency, in order, without zeroes. */
const formatTotals = (totals: Totals): string =>
  [...totals]
    .filter(([, n]) => !/^-?0(\.0+)?$/.test(n))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, n]) => (currency ? `${currency} ${n}` : n))
    .join(', ') || '0'

/** Checks every declared total, and that the coverage counts the same rows. */
export async function goldChecks(
  db: Statements,
  domain: string,
  gold: Gold,
  countings: readonly Counting[],
  keyDate: string,
): Promise<CheckOutcome[]> {
  const silver = new Map<string, SetTotals>()
  for (const counting of countings) await addTotals(db, counting, keyDate, silver)
  const datasets = new Map(gold.rows.map((set) => [set.name, set.dataset]))
  const checks: CheckOutcome[] = []
  const hold = (name: string, set: string, expected: string, found: string) =>
    checks.push(check(`gold.${name}`, datasets.get(set) ?? null, expected, found))
  for (const table of gold.tables) {
    const found = await tableTotals(db, table)
    for (const figure of table.figures) {
      const [set = ''] = figure.rests
      if (!figure.total) continue
      const expected = silver.get(set)?.[figure.total] ?? new Map()
      hold(
        `${table.name}.${figure.column}`,
        set,
        formatTotals(table.currency ? expected : sumTotals(expected)),
        formatTotals(found.get(figure.column) ?? new Map()),
      )
    }
    if (table.oneRowPer) {
      const rows = silver.get(table.oneRowPer)?.rows ?? new Map()
      hold(
        `${table.name}.rows`,
        table.oneRowPer,
        formatTotals(sumTotals(rows)),
        formatTotals(found.get('') ?? new Map()),
      )
    }
  }
  checks.push(...(await coverageChecks(db, domain, gold, silver)))
  return checks
}

/** One total over all currencies: of rows, or of money that is not kept by currency. */
const sumTotals = (totals: Totals): Totals =>
  new Map([['', [...totals.values()].reduce(addDecimals, '0')]])

/** Rows and money of each set in Silver, in one scan of its dataset. */
async function addTotals(
  db: Statements,
  { plan, sets }: Counting,
  keyDate: string,
  to: Map<string, SetTotals>,
): Promise<void> {
  const money = moneySql(plan)
  const own = (sql: string) =>
    onKeyDate(
      plan.dialect,
      fillGold(sql, ({ column }) => `s.${id(column)}`),
      keyDate,
    )
  const columns = sets.flatMap(({ where, amount }, i) => {
    const filter = where ? ` FILTER (WHERE ${own(where)})` : ''
    return [
      `count(*)${filter} AS n${i}`,
      `coalesce(sum(${amount ? own(amount) : money.amount})${filter}, 0)::numeric(38,2) AS a${i}`,
    ]
  })
  const rows = await db.rows<Record<string, string>>(
    `SELECT coalesce(${money.currency}, '') AS moeda, ${columns.join(', ')}
    FROM ${plan.dialect.silverTable(plan.dataset.name)} s${money.join} GROUP BY 1`,
  )
  sets.forEach((set, i) => {
    const of = (column: string) => new Map(rows.map((r) => [r.moeda ?? '', r[column] ?? '0']))
    to.set(set.name, { rows: of(`n${i}`), amount: of(`a${i}`) })
  })
}

/** Figure → its sum by currency; '' → number of rows. */
async function tableTotals(db: Statements, table: GoldTable): Promise<Map<string, Totals>> {
  const figures = table.figures.filter((f) => f.total)
  const sums = figures.map(
    ({ column, total }, i) =>
      `sum(${id(column)})::${total === 'rows' ? 'bigint' : 'numeric(38,2)'} AS f${i}`,
  )
  const currency = table.currency ? id(table.currency) : "''"
  const rows = await db.rows<Record<string, string>>(
    `SELECT ${[`${currency} AS moeda`, 'count(*) AS n', ...sums].join(', ')}
    FROM gold.${id(table.name)} GROUP BY 1`,
  )
  const of = (column: string) => new Map(rows.map((r) => [r.moeda ?? '', r[column] ?? '0']))
  return new Map([
    ['', of('n')],
    ...figures.map((f, i): [string, Totals] => [f.column, of(`f${i}`)]),
  ])
}

/** Rows in each table's coverage; of sets that are a whole dataset, the waiting ones too. */
async function coverageChecks(
  db: Statements,
  domain: string,
  gold: Gold,
  silver: Map<string, SetTotals>,
): Promise<CheckOutcome[]> {
  const covered = await db.rows<{ tabela: string; conjunto: string; n: string; waiting: string }>(
    `SELECT tabela, conjunto, sum(linhas) AS n, sum(linhas_retidas) AS waiting
    FROM gold.cobertura WHERE dominio = $1 GROUP BY 1, 2`,
    [domain],
  )
  const waiting = await db.rows<{ dataset: string; n: string }>(
    `SELECT dataset, count(*) AS n FROM quality.quarantine WHERE ${live()}
      AND dataset IN (${[...new Set(gold.rows.map((s) => lit(s.dataset)))].join(', ')}) GROUP BY 1`,
  )
  const tell = (set: GoldRowSet, rows: string, waiting: string) =>
    `${set.name} ${rows}${set.where ? '' : ` + ${waiting}`}`
  return gold.tables.flatMap((table) => {
    const sets = gold.rows.filter((set) => restsOf(table).includes(set.name))
    if (sets.length === 0) return []
    const expected = sets.map((set) => {
      const rows = sumTotals(silver.get(set.name)?.rows ?? new Map()).get('') ?? '0'
      return tell(set, rows, waiting.find((l) => l.dataset === set.dataset)?.n ?? '0')
    })
    const found = sets.map((set) => {
      const row = covered.find((c) => c.tabela === table.name && c.conjunto === set.name)
      return tell(set, row?.n ?? '0', row?.waiting ?? '0')
    })
    return check(`gold.${table.name}.coverage`, null, expected.join(', '), found.join(', '))
  })
}
