import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { DatasetName } from '@/components/names'
import { Cell } from '@/components/ui/table'
import { changeOver, type FlagLine } from '@/lib/server/queries/flags'
import { type DisplaySettings, formatCount, formatShare } from '@/lib/shared/format'
import { Change } from './change'
import { Trend } from './trend'

/** One flag of the list: the sentence first, the code below it. */
export function Line({
  flag,
  at,
  reader,
}: {
  flag: FlagLine
  at: string
  reader: DisplaySettings
}) {
  const t = useTranslations('flags')
  const means = flag.means[reader.locale] ?? flag.code
  const { rows, silver } = flag
  const count = (n: number) => formatCount(n, reader)
  const query = new URLSearchParams({ dataset: flag.dataset, flag: flag.code })
  return (
    <tr data-line className="align-top focus-within:bg-panel hover:bg-panel">
      <Cell phone="name" className="md:min-w-64">
        <Link
          href={`/flags/${flag.dataset}/${flag.code}`}
          className="font-medium underline-offset-2 hover:underline"
        >
          {means}
        </Link>
        <div className="text-muted [overflow-wrap:anywhere]">
          {flag.code} · <DatasetName name={flag.dataset} />
        </div>
        {flag.retired && <div className="text-warning">▲ {t('retired')}</div>}
      </Cell>
      <Cell right phone="figure">
        {rows === null ? <span className="text-muted">{t('notCounted')}</span> : count(rows)}
      </Cell>
      <Cell right>
        {rows !== null && silver !== null && silver > 0 && (
          <span title={t('shareOf', { n: count(rows), all: count(silver) })}>
            {formatShare(rows / silver, reader)}
          </span>
        )}
      </Cell>
      <Cell>
        <Trend values={flag.trend} day={at} reader={reader} />
      </Cell>
      {[7, 28].map((days) => (
        <Cell key={days} right>
          <Change change={changeOver(flag, days)} days={days} reader={reader} />
        </Cell>
      ))}
      <Cell>{flag.owner}</Cell>
      <Cell right>
        {rows !== null && rows > 0 && (
          <span className="flex justify-end gap-2 whitespace-nowrap">
            {(['csv', 'xlsx'] as const).map((format) => (
              <a
                key={format}
                href={`/api/export/flag?${query}&format=${format}`}
                aria-label={t('exportAs', { format: format.toUpperCase(), flag: means })}
                className="underline decoration-line underline-offset-2 hover:decoration-ink"
              >
                {format.toUpperCase()}
              </a>
            ))}
          </span>
        )}
      </Cell>
    </tr>
  )
}
