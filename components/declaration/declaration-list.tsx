import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { DomainName } from '@/components/names'
import { Cell, Head, Table } from '@/components/ui/table'
import type { DeclarationLine } from '@/lib/server/queries/declarations'
import { type DisplaySettings, formatCount, formatTime } from '@/lib/shared/format'

interface DeclarationListProps {
  declarations: DeclarationLine[]
  timeZone: string
}

/** Declarations that were asked for: what they came to, and the hash that tells files apart. */
export function DeclarationList({ declarations, timeZone }: DeclarationListProps) {
  const t = useTranslations('declarations')
  const terms = useTranslations('terms')
  const reader: DisplaySettings = { locale: useLocale(), timeZone }
  return (
    <Table caption={t('title')} hidden wide>
      <thead>
        <tr>
          <Head>{t('one')}</Head>
          <Head>{terms('status')}</Head>
          <Head>{terms('run')}</Head>
          <Head right>{t('figures.collected')}</Head>
          <Head right>{t('figures.declared')}</Head>
          <Head>SHA-256</Head>
        </tr>
      </thead>
      <tbody>
        {declarations.map((d) => (
          <tr key={d.id} data-line className="hover:bg-panel">
            <Cell>
              <Link href={`/declarations/${d.id}`} className="underline">
                {t('oneNo', { id: d.id })}
              </Link>{' '}
              <span className="text-muted">
                <DomainName name={d.domain} />
              </span>
              <div className="text-muted">
                {t('askedBy', {
                  who: d.actor === 'terminal' ? t('terminal') : d.actor,
                  time: formatTime(new Date(d.requestedAt), reader),
                })}
              </div>
            </Cell>
            <Cell>
              <DeclarationStatus status={d.status} />
            </Cell>
            <Cell>
              {d.run === null ? (
                '–'
              ) : (
                <Link href={`/runs/${d.run}`} className="underline">
                  {d.run}
                </Link>
              )}
            </Cell>
            <Cell right>{d.collected === null ? '–' : formatCount(d.collected, reader)}</Cell>
            <Cell right>{d.rows === null ? '–' : formatCount(d.rows, reader)}</Cell>
            <Cell>{d.sha256 && <code title={d.sha256}>{d.sha256.slice(0, 12)}</code>}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** What became of a declaration; what went wrong with a sign too. */
export function DeclarationStatus({ status }: { status: DeclarationLine['status'] }) {
  const t = useTranslations('declarations.status')
  const wrong = status === 'refused' || status === 'failed'
  return (
    <span className={wrong ? 'whitespace-nowrap text-critical' : 'whitespace-nowrap'}>
      {wrong && <span aria-hidden="true">■ </span>}
      {status === 'done' && <span aria-hidden="true">✓ </span>}
      {t(status)}
    </span>
  )
}
