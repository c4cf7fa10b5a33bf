import type { Check } from '@/lib/queries/overview'
import { Cell, Head, Table } from './table'

/** The checks of a run, those that did not hold first. */
export function ChecksTable({ checks }: { checks: Check[] }) {
  return (
    <Table caption="Checks">
      <thead>
        <tr>
          <Head>Check</Head>
          <Head>Dataset</Head>
          <Head right>Expected</Head>
          <Head right>Found</Head>
          <Head>Result</Head>
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={check.name}>
            <Cell>{check.name}</Cell>
            <Cell>{check.dataset}</Cell>
            <Cell right>{check.expected}</Cell>
            <Cell right>{check.found}</Cell>
            <Cell>{check.ok ? 'holds' : <strong className="text-critical">■ failed</strong>}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
