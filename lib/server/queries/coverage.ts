/** How much of a Gold figure is missing because it sits in quarantine. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'
import type { GoldTableMeta } from './gold-tables'

/** Currency → exact decimal text; '' where no currency is known. */
export type Money = Record<string, string>

/** What one rule withholds. */
interface Withheld {
  rule: string
  rows: number
  money: Money
}

/** Of one row set in one group: what is in the figures, and what waits in quarantine. */
export interface SetCoverage {
  rows: number
  money: Money
  withheldRows: number
  withheldMoney: Money
  /** Withheld ÷ (in it + withheld), 0 to 1; null where there is nothing at all. */
  rowShare: number | null
  /** The same of money, per currency. */
  moneyShare: Record<string, number | null>
  /** By rule, most rows first. */
  rules: Withheld[]
}

export interface CoverageLine {
  group: (string | null)[]
  /** Null where the table has no currency: money of all currencies stands in one line. */
  currency: string | null
  set: string
  coverage: SetCoverage
}

const Row = z.object({
  group: z.array(z.string().nullable()),
  set: z.string(),
  currency: z.string(),
  rows: z.number(),
  money: z.string(),
  withheldRows: z.number(),
  withheldMoney: z.string(),
  rules: z
    .array(
      z.object({
        rule: z.string(),
        rows: z.number(),
        money: z.string(),
      }),
    )
    .nullable(),
})
type Row = z.infer<typeof Row>

/** Withheld ÷ (in + withheld) of amounts; credits are negative, so sizes are compared. */
export function shareOf(inside: string | number, withheld: string | number): number | null {
  const [a, b] = [Math.abs(Number(inside)), Math.abs(Number(withheld))]
  return a + b === 0 ? null : b / (a + b)
}

/** Coverage of a Gold table by group, currency and row set. */
export async function readCoverage(
  db: Reader,
  domain: string,
  table: Pick<GoldTableMeta, 'name' | 'currency'>,
): Promise<CoverageLine[]> {
  const rows = await typedRows(
    db,
    Row,
    `SELECT to_jsonb(c.grupo) AS "group", c.conjunto AS set, c.moeda AS currency, c.linhas AS rows,
      c.valor::text AS money, c.linhas_retidas AS "withheldRows", c.valor_retido::text AS "withheldMoney",
      r.rules
    FROM gold.cobertura c LEFT JOIN (
      SELECT grupo, conjunto, moeda, jsonb_agg(jsonb_build_object('rule', regra, 'rows', linhas_retidas,
        'money', valor_retido::text) ORDER BY linhas_retidas DESC, regra) AS rules
      FROM gold.retencao WHERE dominio = $1 AND tabela = $2 GROUP BY 1, 2, 3
    ) r ON r.grupo = c.grupo AND r.conjunto = c.conjunto AND r.moeda = c.moeda
    WHERE c.dominio = $1 AND c.tabela = $2 ORDER BY c.grupo, c.conjunto, c.moeda`,
    [domain, table.name],
  )
  const lines = new Map<string, CoverageLine>()
  for (const row of rows) {
    const currency = table.currency ? row.currency : null
    const key = JSON.stringify([row.group, currency, row.set])
    const line = lines.get(key) ?? {
      group: row.group,
      currency,
      set: row.set,
      coverage: nothing(),
    }
    add(line.coverage, row)
    lines.set(key, line)
  }
  return [...lines.values()]
}

const nothing = (): SetCoverage => ({
  rows: 0,
  money: {},
  withheldRows: 0,
  withheldMoney: {},
  rowShare: null,
  moneyShare: {},
  rules: [],
})

function add(to: SetCoverage, row: Row): void {
  const { currency } = row
  to.rows += row.rows
  to.withheldRows += row.withheldRows
  to.rowShare = shareOf(to.rows, to.withheldRows)
  if (Number(row.money) !== 0) to.money[currency] = row.money
  if (Number(row.withheldMoney) !== 0) to.withheldMoney[currency] = row.withheldMoney
  to.moneyShare[currency] = shareOf(row.money, row.withheldMoney)
  for (const { rule, rows, money } of row.rules ?? []) {
    const known = to.rules.find((r) => r.rule === rule)
    const held = known ?? { rule, rows: 0, money: {} }
    held.rows += rows
    if (Number(money) !== 0) held.money[currency] = money
    if (!known) to.rules.push(held)
  }
  to.rules.sort((a, b) => b.rows - a.rows || a.rule.localeCompare(b.rule))
}
