import type { Check } from '@/lib/queries/overview'
import { Cell, Head, Table } from './table'

/** The checks of a run: those that did not hold in full view, the others on demand. */
export function Checks({ checks }: { checks: Check[] }) {
  const failed = checks.filter(({ ok }) => !ok)
  const held = checks.filter(({ ok }) => ok)
  return (
    <div className="flex flex-col gap-4">
      {failed.length > 0 && <ChecksTable caption="Checks that failed" checks={failed} />}
      {held.length > 0 && (
        <details>
          <summary className="cursor-pointer">Show the {held.length} checks that hold</summary>
          <div className="mt-4">
            <ChecksTable caption="Checks that hold" checks={held} />
          </div>
        </details>
      )}
    </div>
  )
}

function ChecksTable({ caption, checks }: { caption: string; checks: Check[] }) {
  return (
    <Table caption={caption}>
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
