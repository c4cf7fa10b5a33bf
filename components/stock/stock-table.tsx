'use client'

import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useLocale, useTranslations } from 'next-intl'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { DomainName, useTitles } from '@/components/names'
import type { StockLine } from '@/lib/server/queries/stock'
import { formatCount, type Reader } from '@/lib/shared/format'
import { Line } from './stock-line'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns,
})
const column = createColumnHelper<typeof features, StockLine>()
const columns = column.columns([
  column.accessor((l) => l.rule, { id: 'rule' }),
  column.accessor((l) => l.rows, { id: 'rows' }),
  column.accessor((l) => Number(Object.values(l.money)[0] ?? 0), { id: 'money' }),
  column.accessor((l) => l.ages[3], { id: 'age', enableSorting: false }),
  // Time as a number: the oldest is the largest age.
  column.accessor((l) => (l.oldest ? -Date.parse(l.oldest) : Number.NEGATIVE_INFINITY), {
    id: 'oldest',
  }),
  column.accessor((l) => l.in7d, { id: 'in7d' }),
  column.accessor((l) => l.out7d, { id: 'out7d' }),
  column.accessor((l) => l.ready, { id: 'ready' }),
  column.accessor((l) => l.owner ?? '', { id: 'owner' }),
])
const COLUMN_COUNT = 10

const sum = (lines: StockLine[]) => lines.reduce((n, { rows }) => n + rows, 0)

interface StockTableProps {
  lines: StockLine[]
  /** When the figures were taken, ISO 8601. */
  at: string
  timeZone: string
  /** Why the reader may not replay; undefined when he may. */
  replayForbidden?: string
}

/** One line per rule; sort and filter live in the address, so that a link shows the same view. */
export function StockTable({ lines, at, timeZone, replayForbidden }: StockTableProps) {
  const t = useTranslations('stock')
  const terms = useTranslations('terms')
  const titles = useTitles()
  const reader: Reader = { locale: useLocale(), timeZone }
  const [view, setView] = useQueryStates({
    sort: parseAsString.withDefault('-rows'),
    filter: parseAsString.withDefault(''),
    group: parseAsStringLiteral(['domain', 'none']).withDefault('domain'),
  })
  const sorting: SortingState = useMemo(
    () => [{ id: view.sort.replace(/^-/, ''), desc: view.sort.startsWith('-') }],
    [view.sort],
  )
  const shown = useMemo(() => {
    const wanted = view.filter.trim().toLowerCase()
    return wanted === ''
      ? lines
      : lines.filter((l) =>
          [
            l.rule,
            l.dataset,
            titles.datasets[l.dataset],
            titles.domains[l.domain],
            l.owner,
            l.means?.[reader.locale],
          ].some((text) => text?.toLowerCase().includes(wanted)),
        )
  }, [lines, view.filter, reader.locale, titles])
  const table = useTable({ features, columns, data: shown, state: { sorting } })
  const rows = table.getRowModel().rows.map((row) => row.original)
  const title = (domain: string) => titles.domains[domain] ?? domain
  const domains = [...new Set(rows.map((line) => line.domain))].sort((a, b) =>
    title(a).localeCompare(title(b), reader.locale),
  )
  const several = new Set(lines.map((line) => line.domain)).size > 1
  const groups: [string | null, StockLine[]][] =
    several && view.group === 'domain'
      ? domains.map((domain) => [domain, rows.filter((line) => line.domain === domain)])
      : [[null, rows]]
  const sortBy = (id: string) => setView({ sort: view.sort === `-${id}` ? id : `-${id}` })
  const head = (id: string, label: string, right = false) => (
    <th
      scope="col"
      aria-sort={sorting[0]?.id !== id ? undefined : sorting[0].desc ? 'descending' : 'ascending'}
      className={`h-8 border-line border-b px-2 align-bottom font-normal text-muted ${right ? 'text-right' : 'text-left'}`}
    >
      <button
        type="button"
        onClick={() => sortBy(id)}
        className="[text-align:inherit] hover:text-ink"
      >
        {label}
        <span aria-hidden="true">
          {sorting[0]?.id === id ? (sorting[0].desc ? '\u00a0↓' : '\u00a0↑') : ''}
        </span>
      </button>
    </th>
  )
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <input
          type="search"
          value={view.filter}
          onChange={(event) => setView({ filter: event.target.value || null })}
          placeholder={t('filter')}
          aria-label={t('filter')}
          className="h-8 w-64 max-w-full rounded-sm border border-line bg-page px-2"
        />
        {several && (
          <label className="flex items-center gap-1.5">
            <input
              type="checkbox"
              checked={view.group === 'domain'}
              onChange={(event) => setView({ group: event.target.checked ? null : 'none' })}
            />
            {t('group')}
          </label>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label={t('caption')} className="relative overflow-x-auto" tabIndex={0}>
        <table className="w-full min-w-4xl border-collapse text-[13px]">
          <caption className="sr-only">{t('caption')}</caption>
          <thead>
            <tr>
              {head('rule', terms('rule'))}
              {head('rows', terms('stock'), true)}
              {head('money', terms('money'), true)}
              <th
                scope="col"
                className="h-8 border-line border-b px-2 text-left align-bottom font-normal text-muted"
              >
                {terms('age')}
              </th>
              {head('oldest', terms('oldest'), true)}
              {head('in7d', t('in7d'), true)}
              {head('out7d', t('out7d'), true)}
              {head('ready', terms('ready'), true)}
              {head('owner', terms('owner'))}
              <th scope="col" className="border-line border-b">
                <span className="sr-only">{terms('replay')}</span>
              </th>
            </tr>
          </thead>
          {groups.map(([domain, inGroup]) => (
            <tbody key={domain ?? ''}>
              {domain !== null && (
                <tr>
                  <th
                    scope="rowgroup"
                    colSpan={COLUMN_COUNT}
                    className="border-line border-b bg-panel px-2 py-1.5 text-left font-semibold"
                  >
                    <DomainName name={domain} />{' '}
                    <span className="font-normal text-muted">
                      {t('groupSum', {
                        rules: inGroup.length,
                        rows: formatCount(sum(inGroup), reader),
                      })}
                    </span>
                  </th>
                </tr>
              )}
              {inGroup.map((line) => (
                <Line
                  key={`${line.dataset} ${line.rule}`}
                  line={line}
                  // Where the groups do not say it.
                  domain={several && domain === null}
                  at={at}
                  reader={reader}
                  replayForbidden={replayForbidden}
                />
              ))}
            </tbody>
          ))}
        </table>
        {shown.length === 0 && <p className="py-4 text-muted">{t('noMatch')}</p>}
      </section>
    </div>
  )
}
