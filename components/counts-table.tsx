import { formatCount, type Reader } from '@/lib/format'
import type { DatasetCounts } from '@/lib/queries/overview'
import { Cell, Head, Table } from './table'

const COLUMNS = [
  ['received', 'Received'],
  ['silver', 'Silver'],
  ['quarantined', 'Quarantined'],
  ['duplicates', 'Duplicates'],
  ['malformed', 'Malformed'],
  ['flagged', 'Flagged'],
  ['entered', 'Entered'],
  ['withheld', 'Withheld'],
  ['withdrawn', 'Withdrawn'],
  ['silver_after', 'Silver now'],
] as const

/** Where every delivered row is: received = silver + quarantined + duplicates. */
export function CountsTable({ datasets, reader }: { datasets: DatasetCounts[]; reader: Reader }) {
  return (
    <Table caption="Rows by dataset: received = silver + quarantined + duplicates">
      <thead>
        <tr>
          <Head>Dataset</Head>
          {COLUMNS.map(([column, name]) => (
            <Head key={column} right>
              {name}
            </Head>
          ))}
        </tr>
      </thead>
      <tbody>
        {datasets.map((counts) => (
          <tr key={counts.dataset}>
            <Cell>{counts.dataset}</Cell>
            {COLUMNS.map(([column]) => (
              <Cell key={column} right>
                {formatCount(counts[column], reader)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
