import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { DatasetName } from '@/components/names'
import { Cell, Head, Table } from '@/components/ui/table'
import type { ImpactRow, RowSet } from '@/lib/server/queries/impact'
import { formatCount, formatMoney, formatShare, type Reader } from '@/lib/shared/format'
import { rowViewHref } from '@/lib/views/view'

interface RulesProps {
  title: string
  /** Name of the Gold table and the group that is looked at, in one currency. */
  table: string
  row: ImpactRow | undefined
  /** Row sets that the figure rests on. */
  sets: RowSet[]
  /** Rule code → what it means. */
  texts: Record<string, string>
  /** Set when a part is looked at: its name, and where the whole is. */
  part?: { label: string; wholeHref: string }
  /** This view of the impact, for the way back. */
  here: string
  reader: Reader
}

/** Which rules withhold how much, and the way to exactly those rows. */
export function Rules({ title, table, row, sets, texts, part, here, reader }: RulesProps) {
  const t = useTranslations('impact')
  const terms = useTranslations('terms')
  const count = (n: number) => formatCount(n, reader)
  const currency = row?.currency ?? null
  const lines = sets.flatMap((set) =>
    (row?.coverage[set.name]?.rules ?? []).map((held) => ({ set, held })),
  )
  return (
    <section id="rules" className="flex scroll-mt-4 flex-col gap-2">
      <h2 className="font-semibold">
        {title}
        {part && (
          <span className="font-normal">
            {' · '}
            {part.label}{' '}
            <Link href={part.wholeHref} scroll={false} className="text-[13px] underline">
              {t('whole')}
            </Link>
          </span>
        )}
      </h2>
      {lines.length === 0 ? (
        <p className="text-muted">{t('nothingWithheld')}</p>
      ) : (
        <Table caption={title} hidden>
          <thead>
            <tr>
              <Head>{terms('rule')}</Head>
              <Head>{t('restsOn')}</Head>
              <Head right>{t('withheldRows')}</Head>
              <Head right>{t('share')}</Head>
              <Head right>{t('withheldMoney')}</Head>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ set, held }) => {
              const coverage = row?.coverage[set.name]
              const all = (coverage?.rows ?? 0) + (coverage?.withheldRows ?? 0)
              const means = texts[held.rule] ?? held.rule
              const group = row?.group ?? []
              const withheld = {
                table,
                rows: set.name,
                group,
                ...(currency === null ? {} : { currency }),
              }
              const href = rowViewHref(`/rules/${set.dataset}/${held.rule}`, {
                withheld,
                back: `${here}#rules`,
              })
              return (
                <tr key={`${set.name} ${held.rule}`} data-line className="hover:bg-panel">
                  <Cell>
                    <Link href={href} className="font-medium underline-offset-2 hover:underline">
                      {means}
                    </Link>
                    <div className="text-muted">
                      {held.rule} · <DatasetName name={set.dataset} />
                    </div>
                  </Cell>
                  <Cell>{set.title[reader.locale] ?? set.name}</Cell>
                  <Cell right phone="figure">
                    <Link
                      href={href}
                      className="underline"
                      aria-label={t('toRows', { n: held.rows, rule: means })}
                    >
                      {count(held.rows)}
                    </Link>
                  </Cell>
                  <Cell right>{all > 0 ? formatShare(held.rows / all, reader) : '–'}</Cell>
                  <Cell right>
                    {Object.keys(held.money).length === 0 && '–'}
                    {Object.entries(held.money).map(([of, sum]) => (
                      <div key={of}>{formatMoney(sum, of || null, reader)}</div>
                    ))}
                  </Cell>
                </tr>
              )
            })}
          </tbody>
        </Table>
      )}
    </section>
  )
}
