import { formatCount, formatMoney, type Reader } from '@/lib/format'
import type { RuleStock } from '@/lib/queries/overview'
import { Age } from './age'
import { Cell, Head, Table } from './table'

interface Props {
  stock: RuleStock[]
  now: Date
  reader: Reader
}

/** Open rows by rule: the sentence first, the code below it. */
export function StockTable({ stock, now, reader }: Props) {
  return (
    <Table caption="Stock by rule">
      <thead>
        <tr>
          <Head>Rule</Head>
          <Head right>Open</Head>
          <Head right>Oldest</Head>
          <Head right>Money</Head>
          <Head>Owner</Head>
        </tr>
      </thead>
      <tbody>
        {stock.map((line) => (
          <tr key={`${line.dataset} ${line.rule}`}>
            <Cell>
              <div>{line.means ?? 'A rule without a description'}</div>
              <div className="text-muted">
                {line.rule} · {line.dataset}
              </div>
            </Cell>
            <Cell right>{formatCount(line.open, reader)}</Cell>
            <Cell right>
              <Age
                criticalDays={line.criticalDays}
                now={now}
                reader={reader}
                since={line.oldest}
                warnDays={line.warnDays}
              />
            </Cell>
            <Cell right>
              {line.money.map(({ currency, amount }) => (
                <div key={currency ?? ''}>{formatMoney(amount, currency, reader)}</div>
              ))}
            </Cell>
            <Cell>{line.owner}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
