import { DatabaseAway } from '@/components/database-away'
import { DomainSection } from '@/components/domain-section'
import { StockTable } from '@/components/stock-table'
import { readSettings } from '@/lib/env'
import { formatTime, type Reader } from '@/lib/format'
import { type Overview, readOverview } from '@/lib/queries/overview'

export const dynamic = 'force-dynamic'

export default async function Home() {
  let overview: Overview
  try {
    overview = await readOverview()
  } catch (error) {
    // An error is never an empty list: the page says that it knows nothing, and why.
    console.error('The home page could not be read:', error)
    const reader = { locale: 'en', timeZone: readSettings().LAZARET_TIMEZONE }
    return <DatabaseAway reason={reasonOf(error)} at={formatTime(new Date(), reader)} />
  }
  const { at, timeZone, domains, otherStock } = overview
  const reader: Reader = { locale: 'en', timeZone }
  return (
    <>
      <p className="text-muted">
        Figures of {formatTime(at, reader)}, {timeZone}
      </p>
      {domains.length === 0 && <NothingYet />}
      {domains.map((domain) => (
        <DomainSection key={domain.domain} overview={domain} now={at} reader={reader} />
      ))}
      {otherStock.length > 0 && (
        <section aria-label="Open rows of datasets without a run">
          <h1 className="mb-2 font-semibold text-xl">Datasets without a run on record</h1>
          <StockTable stock={otherStock} now={at} reader={reader} />
        </section>
      )}
    </>
  )
}

function NothingYet() {
  return (
    <section>
      <h1 className="font-semibold text-xl">No delivery has been run yet</h1>
      <p className="mt-2">
        Run one with <code>npm run pipeline -- run order-to-cash --input &lt;folder&gt;</code>
      </p>
    </section>
  )
}

/** The innermost cause that has words; never the connection string. */
function reasonOf(error: unknown): string {
  let reason = ''
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string }
    reason = cause.message.startsWith('Failed query') ? reason : cause.message || code || reason
  }
  return reason || 'unknown error'
}
