import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { DatasetName } from '@/components/names'
import { Cell, Head, Table } from '@/components/ui/table'
import type { ExitTime } from '@/lib/server/queries/exit-times'

interface ExitTimesProps {
  times: ExitTime[]
  /** Rule code → what it means. */
  texts: Record<string, string>
  hrefOf: Map<ExitTime, string>
}

/** How long the rows stayed that left, by rule; the slowest first. */
export function ExitTimes({ times, texts, hrefOf }: ExitTimesProps) {
  const t = useTranslations('flow')
  const terms = useTranslations('terms')
  const locale = useLocale()
  if (times.length === 0) return <p className="text-muted">{t('noExits')}</p>
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const span = (seconds: number) =>
    seconds < 86_400
      ? t('hours', { n: number.format(seconds / 3600) })
      : t('days', { n: number.format(seconds / 86_400) })
  return (
    <Table caption={t('timeToExit')} hidden>
      <thead>
        <tr>
          <Head>{terms('rule')}</Head>
          <Head right>{t('exits')}</Head>
          <Head right>{t('median')}</Head>
          <Head right>{t('p90')}</Head>
        </tr>
      </thead>
      <tbody>
        {times
          .toSorted((a, b) => b.medianSeconds - a.medianSeconds)
          .map((time) => (
            <tr key={`${time.dataset} ${time.rule}`}>
              <Cell>
                <Link
                  href={`/rules/${time.dataset}/${time.rule}`}
                  className="underline-offset-2 hover:underline"
                >
                  {texts[time.rule] ?? time.rule}
                </Link>
                <div className="text-muted">
                  {time.rule} · <DatasetName name={time.dataset} />
                </div>
              </Cell>
              <Cell right>
                <Link href={hrefOf.get(time) ?? '/flow'} className="underline">
                  {number.format(time.exits)}
                </Link>
              </Cell>
              <Cell right>{span(time.medianSeconds)}</Cell>
              <Cell right>{span(time.p90Seconds)}</Cell>
            </tr>
          ))}
      </tbody>
    </Table>
  )
}
