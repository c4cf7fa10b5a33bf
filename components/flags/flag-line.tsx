import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { DatasetName } from '@/components/names'
import { changeOver, type FlagLine } from '@/lib/server/queries/flags'
import { formatCount, formatShare, type Reader } from '@/lib/shared/format'
import { Change } from './change'
import { Trend } from './trend'

const cell = 'border-line border-b px-2 py-1 align-top'
const number = `${cell} whitespace-nowrap text-right`

/** One flag of the list: the sentence first, the code below it. */
export function Line({ flag, at, reader }: { flag: FlagLine; at: string; reader: Reader }) {
  const t = useTranslations('flags')
  const means = flag.means[reader.locale] ?? flag.code
  const { rows, silver } = flag
  const count = (n: number) => formatCount(n, reader)
  const query = new URLSearchParams({ dataset: flag.dataset, flag: flag.code })
  return (
    <tr data-line className="focus-within:bg-panel hover:bg-panel">
      <td className={cell}>
        <Link
          href={`/flags/${flag.dataset}/${flag.code}`}
          className="font-medium underline-offset-2 hover:underline"
        >
          {means}
        </Link>
        <div className="text-muted">
          {flag.code} · <DatasetName name={flag.dataset} />
        </div>
        {flag.retired && <div className="text-warning">▲ {t('retired')}</div>}
      </td>
      <td className={number}>
        {rows === null ? <span className="text-muted">{t('notCounted')}</span> : count(rows)}
      </td>
      <td className={number}>
        {rows !== null && silver !== null && silver > 0 && (
          <span title={t('shareOf', { n: count(rows), all: count(silver) })}>
            {formatShare(rows / silver, reader)}
          </span>
        )}
      </td>
      <td className={cell}>
        <Trend values={flag.trend} day={at} reader={reader} />
      </td>
      {[7, 28].map((days) => (
        <td key={days} className={number}>
          <Change change={changeOver(flag, days)} days={days} reader={reader} />
        </td>
      ))}
      <td className={cell}>{flag.owner}</td>
      <td className={`${cell} text-right`}>
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
      </td>
    </tr>
  )
}
