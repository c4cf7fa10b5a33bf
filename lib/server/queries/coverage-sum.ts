/** Coverage of groups, added up to that of the whole. */
import { addDecimals } from '@/lib/shared/format/decimal'
import { type Money, type SetCoverage, shareOf } from './coverage'

/** What two groups of one row set have together. */
export function addCoverage(a: SetCoverage, b: SetCoverage): SetCoverage {
  const money = addMoney(a.money, b.money)
  const withheldMoney = addMoney(a.withheldMoney, b.withheldMoney)
  const currencies = new Set([...Object.keys(a.moneyShare), ...Object.keys(b.moneyShare)])
  const rules = a.rules.map((rule) => ({ ...rule }))
  for (const held of b.rules) {
    const known = rules.find((rule) => rule.rule === held.rule)
    if (!known) rules.push({ ...held })
    else {
      known.rows += held.rows
      known.money = addMoney(known.money, held.money)
    }
  }
  const rows = a.rows + b.rows
  const withheldRows = a.withheldRows + b.withheldRows
  return {
    rows,
    money,
    withheldRows,
    withheldMoney,
    rowShare: shareOf(rows, withheldRows),
    moneyShare: Object.fromEntries(
      [...currencies].map((c) => [c, shareOf(money[c] ?? '0', withheldMoney[c] ?? '0')]),
    ),
    rules: rules.sort((x, y) => y.rows - x.rows || x.rule.localeCompare(y.rule)),
  }
}

function addMoney(a: Money, b: Money): Money {
  const sum = { ...a }
  for (const [currency, amount] of Object.entries(b)) {
    sum[currency] = addDecimals(sum[currency] ?? '0', amount)
  }
  return sum
}
