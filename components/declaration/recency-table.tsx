import { useLocale, useTranslations } from 'next-intl'
import { Cell, Head, Table } from '@/components/ui/table'
import { BANDS, type Recency, type RecencyBand } from '@/lib/server/queries/recency'
import { type DisplaySettings, formatCount, formatShare } from '@/lib/shared/format'

/** The bands that count as new: up to 30 days. */
const NEW = 2

/**
 * How recent the holders in quarantine are against all holders: the loss that an inner join would
 * bring hits the newest ones. Figures, and a table whose bars say the same.
 */
export function RecencyTable({ recency, timeZone }: { recency: Recency; timeZone: string }) {
  const t = useTranslations('declarations.recency')
  const ages = useTranslations('terms.ages')
  const locale = useLocale()
  const reader: DisplaySettings = { locale, timeZone }
  const share = (part: number, of: number) => (of === 0 ? '–' : formatShare(part / of, reader))
  const days = (n: number | null) => (n === null ? '–' : ages('days', { n }))
  const newest = sum(recency.bands.slice(0, NEW))
  if (recency.waiting === 0) {
    return <p className="text-muted">{t('nobody', { all: formatCount(recency.all, reader) })}</p>
  }
  const figures: [string, string][] = [
    [t('missingNew', { n: BANDS[NEW - 1] as number }), share(newest.waiting, newest.all)],
    [t('missingAll'), share(recency.waiting, recency.all)],
    [t('medianWaiting'), days(recency.medianWaiting)],
    [t('medianAll'), days(recency.medianAll)],
  ]
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {figures.map(([label, figure]) => (
          <div key={label} className="flex flex-col">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold text-lg">{figure}</dd>
          </div>
        ))}
      </dl>
      <Table caption={t('title')} hidden>
        <thead>
          <tr>
            <Head>{t('band')}</Head>
            <Head right>{t('all')}</Head>
            <Head right>{t('waiting')}</Head>
            <Head right>{t('share')}</Head>
            <Head>
              <span className="sr-only">{t('share')}</span>
            </Head>
          </tr>
        </thead>
        <tbody>
          {recency.bands.map((band) => (
            <tr key={band.from}>
              <Cell>
                {band.to === null
                  ? t('over', { n: formatCount(band.from - 1, reader) })
                  : `${band.from}–${band.to}`}
              </Cell>
              <Cell right>{formatCount(band.all, reader)}</Cell>
              <Cell right>{formatCount(band.waiting, reader)}</Cell>
              <Cell right>{share(band.waiting, band.all)}</Cell>
              <Cell>
                <span
                  aria-hidden="true"
                  className="block h-3 w-8 border border-line sm:w-64"
                  title={share(band.waiting, band.all)}
                >
                  <span
                    className="block h-full bg-in"
                    style={{ width: `${(100 * band.waiting) / Math.max(1, band.all)}%` }}
                  />
                </span>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="max-w-3xl text-[13px] text-muted">{t('about')}</p>
    </div>
  )
}

const sum = (bands: RecencyBand[]) => ({
  all: bands.reduce((n, band) => n + band.all, 0),
  waiting: bands.reduce((n, band) => n + band.waiting, 0),
})
