import { useTranslations } from 'next-intl'
import { DomainName } from '@/components/names'
import type { FlagLine } from '@/lib/server/queries/flags'
import type { Reader } from '@/lib/shared/format'
import { Line } from './flag-line'

const COLUMN_COUNT = 8

/** One line per flag, by domain. */
export function FlagTable({
  flags,
  at,
  reader,
}: {
  flags: FlagLine[]
  /** When the figures were taken, ISO 8601. */
  at: string
  reader: Reader
}) {
  const t = useTranslations('flags')
  const terms = useTranslations('terms')
  const domains = [...new Set(flags.map((flag) => flag.domain))]
  const head = (label: string, right = false, title?: string) => (
    <th
      scope="col"
      title={title}
      className={`h-8 whitespace-nowrap border-line border-b px-2 align-bottom font-normal text-muted ${right ? 'text-right' : 'text-left'}`}
    >
      <span aria-hidden={title !== undefined}>{label}</span>
      {title && <span className="sr-only">{title}</span>}
    </th>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={t('caption')} className="relative overflow-x-auto" tabIndex={0}>
      <table className="w-full min-w-4xl border-collapse text-[13px]">
        <caption className="sr-only">{t('caption')}</caption>
        <thead>
          <tr>
            {head(t('flag'))}
            {head(terms('rows'), true)}
            {head(t('share'), true)}
            {head(t('trend'))}
            {head(t('change7'), true, t('changeOver', { n: 7 }))}
            {head(t('change28'), true, t('changeOver', { n: 28 }))}
            {head(terms('owner'))}
            {head(t('exportAll'), true)}
          </tr>
        </thead>
        {domains.map((domain) => (
          <tbody key={domain}>
            {domains.length > 1 && (
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={COLUMN_COUNT}
                  className="border-line border-b bg-panel px-2 py-1.5 text-left font-semibold"
                >
                  <DomainName name={domain} />
                </th>
              </tr>
            )}
            {flags
              .filter((flag) => flag.domain === domain)
              .map((flag) => (
                <Line key={`${flag.dataset} ${flag.code}`} flag={flag} at={at} reader={reader} />
              ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}
