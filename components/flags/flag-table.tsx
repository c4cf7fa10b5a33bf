import { useTranslations } from 'next-intl'
import { DomainName } from '@/components/names'
import { GroupHead, Head, Table } from '@/components/ui/table'
import type { FlagLine } from '@/lib/server/queries/flags'
import type { DisplaySettings } from '@/lib/shared/format'
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
  reader: DisplaySettings
}) {
  const t = useTranslations('flags')
  const terms = useTranslations('terms')
  const domains = [...new Set(flags.map((flag) => flag.domain))]
  const overDays = (n: number) => t('changeOver', { n })
  return (
    <Table caption={t('caption')} hidden wide>
      <thead>
        <tr>
          <Head>{t('flag')}</Head>
          <Head right>{terms('rows')}</Head>
          <Head right>{t('share')}</Head>
          <Head>{t('trend')}</Head>
          <Head right title={overDays(7)}>
            {t('change7')}
          </Head>
          <Head right title={overDays(28)}>
            {t('change28')}
          </Head>
          <Head>{terms('owner')}</Head>
          <Head right>{t('exportAll')}</Head>
        </tr>
      </thead>
      {domains.map((domain) => (
        <tbody key={domain}>
          {domains.length > 1 && (
            <GroupHead span={COLUMN_COUNT}>
              <DomainName name={domain} />
            </GroupHead>
          )}
          {flags
            .filter((flag) => flag.domain === domain)
            .map((flag) => (
              <Line key={`${flag.dataset} ${flag.code}`} flag={flag} at={at} reader={reader} />
            ))}
        </tbody>
      ))}
    </Table>
  )
}
