import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Age } from '@/components/age'
import { DatasetName } from '@/components/names'
import { ReadyMark } from '@/components/ready-mark'
import type { RowDetail } from '@/lib/server/queries/row'
import { formatMoney, type Reader } from '@/lib/shared/format'

/** What is wrong with the row, in words; where it belongs; what it is worth and how old it is. */
export function RowHeader({ row, reader }: { row: RowDetail; reader: Reader }) {
  const t = useTranslations()
  const means = row.rules[0]?.means?.[reader.locale] ?? row.rule
  return (
    <header className="flex flex-col gap-1">
      <h1 className="font-semibold text-xl">
        {row.statut === 'SOLDEE' ? t('row.was', { means }) : means}
      </h1>
      <p className="text-muted">
        <Link
          href={`/rules/${row.dataset}/${row.rule}`}
          data-key="Escape"
          aria-keyshortcuts="Escape"
          className="underline"
        >
          {row.rule}
        </Link>{' '}
        · <DatasetName name={row.dataset} /> · {row.key ?? `#${row.id}`} ·{' '}
        {t(`terms.statut.${row.statut}`)}
        {row.exitReason && ` (${t(`row.exit.${row.exitReason}` as 'row.exit.REPLAYED')})`}{' '}
        {row.ready && <ReadyMark />}
      </p>
      <RowFacts row={row} reader={reader} />
    </header>
  )
}

function RowFacts({ row, reader }: { row: RowDetail; reader: Reader }) {
  const t = useTranslations('terms')
  const isOpen = row.statut === 'A_TRAITER'
  return (
    <p className="flex flex-wrap gap-x-4">
      {row.amount !== null && <strong>{formatMoney(row.amount, row.currency, reader)}</strong>}
      {row.customer && (
        <SearchLink text={row.customer}>
          {t('customer')} {row.customer}
        </SearchLink>
      )}
      {row.invoice && (
        <SearchLink text={row.invoice}>
          {t('invoice')} {row.invoice}
        </SearchLink>
      )}
      <span>
        {t('age')}{' '}
        <Age
          since={new Date(row.firstSeen)}
          now={new Date()}
          reader={reader}
          warnDays={isOpen ? row.warnDays : null}
          criticalDays={isOpen ? row.criticalDays : null}
        />
      </span>
      {row.owner && (
        <span>
          {t('owner')} {row.owner}
        </span>
      )}
      {row.claim && <strong>{t(`claim.${row.claim}`)}</strong>}
    </p>
  )
}

/** To everything in quarantine about a customer or an invoice. */
function SearchLink({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Link href={`/search?q=${encodeURIComponent(text)}`} className="underline">
      {children}
    </Link>
  )
}
