import { formatAge, formatCount, type Reader } from '@/lib/format'
import type { DomainOverview } from '@/lib/queries/overview'
import { Checks } from './checks'
import { CountsTable } from './counts-table'
import { Figure } from './figure'
import { RunSummary } from './run-summary'
import { StockTable } from './stock-table'

interface Props {
  overview: DomainOverview
  now: Date
  reader: Reader
}

/** Everything about one domain: its last run, what is stuck, where every row is, what was checked. */
export function DomainSection({ overview, now, reader }: Props) {
  const { domain, latest, committed, checks, datasets, stock } = overview
  const total = (column: 'received' | 'duplicates') =>
    datasets.reduce((rows, counts) => rows + counts[column], 0)
  const open = stock.reduce((rows, line) => rows + line.open, 0)
  const oldest = stock.reduce<Date | null>(
    (first, line) => (first === null || line.oldest < first ? line.oldest : first),
    null,
  )
  const failed = checks.filter(({ ok }) => !ok).length
  return (
    <section aria-labelledby={domain} className="flex flex-col gap-8">
      <div>
        <h1 className="mb-2 font-semibold text-xl" id={domain}>
          {domain}
        </h1>
        <RunSummary reader={reader} run={latest} />
        {committed && committed.id !== latest.id && (
          <div className="mt-2">
            <p className="text-muted">The figures below are of the last run that committed:</p>
            <RunSummary reader={reader} run={committed} />
          </div>
        )}
      </div>
      <dl className="flex flex-wrap gap-x-12 gap-y-4">
        <Figure name="Open">{formatCount(open, reader)}</Figure>
        <Figure name="Oldest">{oldest ? formatAge(oldest, now) : '–'}</Figure>
        <Figure
          name="Received by the last run"
          note={`${formatCount(total('duplicates'), reader)} documented duplicates`}
        >
          {formatCount(total('received'), reader)}
        </Figure>
        <Figure name={`Checks of run ${latest.id}`}>
          {failed > 0 && <span className="text-critical">■ {failed} failed of </span>}
          {formatCount(checks.length, reader)}
          {failed === 0 && checks.length > 0 && ' hold'}
        </Figure>
      </dl>
      {stock.length > 0 ? (
        <StockTable now={now} reader={reader} stock={stock} />
      ) : (
        <p>Nothing of this domain is in quarantine.</p>
      )}
      {datasets.length > 0 && <CountsTable datasets={datasets} reader={reader} />}
      {checks.length > 0 && <Checks checks={checks} />}
    </section>
  )
}
