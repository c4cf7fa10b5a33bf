import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Cell, Head, Table } from '@/components/ui/table'
import type { FigureMeta, ImpactRow, RowSet } from '@/lib/server/queries/impact'
import { type DisplaySettings, formatCount } from '@/lib/shared/format'
import { figureShort, figureText, shareText, withheldMoney } from './figure-text'

interface HeadlineProps {
  figures: FigureMeta[]
  /** The whole, in one currency. */
  row: ImpactRow
  rowSets: RowSet[]
  /** Column of the figure that the screen is about. */
  chosen: string
  /** Rows that are missing too, but nobody can tell in which currency. */
  elsewhere?: { rows: number; href: string }
  hrefOf(figure: string): string
  reader: DisplaySettings
}

/** Figures that are shown large; the others stand in the table. */
const LARGE = 3

/** The figures of the whole, and of each what is missing from it. */
export function Headline(props: HeadlineProps) {
  const { figures, row, chosen, elsewhere, hrefOf, reader } = props
  const t = useTranslations('impact')
  const count = (n: number) => formatCount(n, reader)
  // A ratio has no value where only its groups are known: it stands in the table.
  const large = figures.filter((f) => f.total !== null || row.figures[f.column] != null)
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-wrap gap-x-10 gap-y-4">
        {large.slice(0, LARGE).map((figure) => {
          const sets = figure.rests.map((name) => row.coverage[name])
          const rows = sets.reduce((n, set) => n + (set?.withheldRows ?? 0), 0)
          const value = row.figures[figure.column]
          return (
            <li
              key={figure.column}
              className={`border-l-4 pl-3 ${figure.column === chosen ? 'border-flag' : 'border-line'}`}
            >
              <Link
                href={hrefOf(figure.column)}
                scroll={false}
                aria-current={figure.column === chosen ? 'true' : undefined}
                title={figure.formula[reader.locale]}
                className="text-muted underline decoration-line underline-offset-2 hover:decoration-ink"
              >
                {figure.title[reader.locale] ?? figure.column}
              </Link>
              <div
                className="font-semibold text-2xl"
                title={figureText(value, figure.kind, row.currency, reader)}
              >
                {figureShort(value, figure.kind, row.currency, reader)}
              </div>
              <div className="text-[13px] text-muted">
                {rows === 0 ? (
                  t('complete')
                ) : (
                  <Link href={`${hrefOf(figure.column)}#rules`} className="underline">
                    {t('missing', { n: rows })}
                    {sets.length === 1 &&
                      ` · ${withheldMoney(sets[0], row.currency, reader)} · ${shareText(sets[0], 'money', row.currency, reader)}`}
                  </Link>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {elsewhere && (
        <p className="text-[13px]">
          <span aria-hidden="true">▲ </span>
          <Link href={elsewhere.href} scroll={false} className="underline">
            {t('noCurrencyRows', { n: elsewhere.rows })}
          </Link>
        </p>
      )}
      <FigureTable {...props} count={count} />
    </div>
  )
}

/** Every figure with the sets that it rests on; one of two sets takes two lines. */
function FigureTable({
  figures,
  row,
  rowSets,
  chosen,
  hrefOf,
  reader,
  count,
}: HeadlineProps & { count(n: number): string }) {
  const t = useTranslations('impact')
  const title = (name: string) =>
    rowSets.find((set) => set.name === name)?.title[reader.locale] ?? name
  return (
    <details>
      <summary className="cursor-pointer text-[13px] text-muted hover:text-ink">
        {t('figures')} ({figures.length})
      </summary>
      <div className="pt-2">
        <Table caption={t('figures')} hidden wide>
          <thead>
            <tr>
              <Head>{t('figure')}</Head>
              <Head right>{t('value')}</Head>
              <Head>{t('restsOn')}</Head>
              <Head right>{t('rowsIn')}</Head>
              <Head right>{t('withheldRows')}</Head>
              <Head right>{t('share')}</Head>
              <Head right>{t('withheldMoney')}</Head>
              <Head right>{t('share')}</Head>
            </tr>
          </thead>
          <tbody>
            {figures.flatMap((figure) =>
              figure.rests.map((set, i) => {
                const coverage = row.coverage[set]
                return (
                  <tr
                    key={`${figure.column} ${set}`}
                    data-figure={figure.column}
                    className={figure.column === chosen ? 'bg-panel' : ''}
                  >
                    <Cell>
                      {i === 0 && (
                        <Link href={hrefOf(figure.column)} scroll={false} className="underline">
                          {figure.title[reader.locale] ?? figure.column}
                        </Link>
                      )}
                      {i === 0 && <div className="text-muted">{figure.formula[reader.locale]}</div>}
                    </Cell>
                    <Cell right>
                      {i === 0 &&
                        figureText(row.figures[figure.column], figure.kind, row.currency, reader)}
                    </Cell>
                    <Cell>{title(set)}</Cell>
                    <Cell right>{count(coverage?.rows ?? 0)}</Cell>
                    <Cell right>{count(coverage?.withheldRows ?? 0)}</Cell>
                    <Cell right>{shareText(coverage, 'rows', row.currency, reader)}</Cell>
                    <Cell right>{withheldMoney(coverage, row.currency, reader)}</Cell>
                    <Cell right>{shareText(coverage, 'money', row.currency, reader)}</Cell>
                  </tr>
                )
              }),
            )}
          </tbody>
        </Table>
        <p className="pt-1 text-[13px] text-muted">{t('shareNote')}</p>
      </div>
    </details>
  )
}
