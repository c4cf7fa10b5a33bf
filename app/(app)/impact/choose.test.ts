import { describe, expect, it } from 'vitest'
import type { FigureMeta, ImpactRow, ImpactScreen, ImpactTable } from '@/lib/server/queries/impact'
import { loadImpactView } from '@/lib/views/impact-view'
import { choose } from './choose'

const figure = (column: string, total: FigureMeta['total']): FigureMeta => ({
  column,
  title: {},
  formula: {},
  kind: total === 'rows' ? 'count' : 'money',
  rests: ['orders'],
  total,
})
const row = (group: string[], currency: string, rows: number, money: string): ImpactRow => ({
  group,
  currency,
  figures: { revenue: money, orders: String(rows), mean: '1.00' },
  coverage: {
    orders: {
      rows,
      money: { [currency]: money },
      withheldRows: 1,
      withheldMoney: { [currency]: '0.10' },
      rowShare: 1 / (rows + 1),
      moneyShare: { [currency]: 0.5 },
      rules: [{ rule: 'R', rows: 1, money: { [currency]: '0.10' } }],
    },
  },
})
const table = (name: string, groups: string[], rows: ImpactRow[]): ImpactTable => ({
  name,
  title: {},
  role: 'figures',
  currency: 'moeda',
  groups: groups.map((column) => ({ column, title: {}, order: 'number', labels: {} })),
  figures: [figure('revenue', 'amount'), figure('orders', 'rows'), figure('mean', null)],
  customers: null,
  rows,
})
const screen = (...tables: ImpactTable[]) => ({ tables, rowSets: [] }) as unknown as ImpactScreen
const view = (query: string) => loadImpactView(new URLSearchParams(query))

describe('what the impact screen shows', () => {
  const months = table(
    'months',
    ['mes'],
    [row(['1'], 'BRL', 2, '0.10'), row(['2'], 'BRL', 3, '0.20'), row(['2'], 'USD', 9, '7.00')],
  )

  it('adds the groups up where no table has the whole; a mean has no sum', () => {
    const chosen = choose(screen(months), view('currency=BRL'))
    expect(chosen?.row).toMatchObject({
      currency: 'BRL',
      figures: { revenue: '0.30', orders: '5', mean: null },
      coverage: {
        orders: {
          rows: 5,
          withheldRows: 2,
          withheldMoney: { BRL: '0.20' },
          rules: [{ rule: 'R', rows: 2, money: { BRL: '0.20' } }],
        },
      },
    })
    expect(chosen?.row?.coverage.orders?.moneyShare.BRL).toBeCloseTo(0.4)
    expect(chosen?.parts.map((p) => p.rows.length)).toEqual([2])
    const malformed = table('months', ['mes'], [...months.rows, row(['1'], '', 0, '0')])
    expect(choose(screen(malformed), view('currency=BRL'))?.unknown).toBe(1)
    expect(choose(screen(malformed), view('currency='))?.unknown).toBe(0)
  })

  it('takes the table of the whole, the currency of most rows and the first figure', () => {
    const whole = table('whole', [], [row([], 'BRL', 5, '0.30'), row([], 'USD', 9, '7.00')])
    const chosen = choose(screen(months, whole), view('figure=nothing&currency=XXX'))
    expect(chosen).toMatchObject({
      main: { name: 'whole' },
      currency: 'USD',
      currencies: ['USD', 'BRL'],
      figure: { column: 'revenue' },
      row: { figures: { mean: '1.00' } },
    })
  })

  it('is nothing where no figures are declared', () => {
    expect(choose(screen(), view(''))).toBeUndefined()
  })
})
