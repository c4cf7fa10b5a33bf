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
import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { parseAsString, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { Age } from '@/components/age'
import { formatCount, formatMoney, type Reader } from '@/lib/format'
import type { StockLine } from '@/lib/queries/stock'
import { AgeBars } from './age-bars'

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
  column.accessor((l) => l.oldest ?? '9', { id: 'oldest' }),
  column.accessor((l) => l.in7d, { id: 'in7d' }),
  column.accessor((l) => l.out7d, { id: 'out7d' }),
  column.accessor((l) => l.ready, { id: 'ready' }),
  column.accessor((l) => l.owner ?? '', { id: 'owner' }),
])

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
  const reader: Reader = { locale: useLocale(), timeZone }
  const [view, setView] = useQueryStates({
    sort: parseAsString.withDefault('-rows'),
    filter: parseAsString.withDefault(''),
  })
  const sorting: SortingState = useMemo(
    () => [{ id: view.sort.replace(/^-/, ''), desc: view.sort.startsWith('-') }],
    [view.sort],
  )
  const shown = useMemo(
    () => matching(lines, view.filter, reader.locale),
    [lines, view.filter, reader.locale],
  )
  const table = useTable({ features, columns, data: shown, state: { sorting } })
  const sortBy = (id: string) => setView({ sort: view.sort === `-${id}` ? id : `-${id}` })
  const head = (id: string, label: string, right = false) => (
    <th
      scope="col"
      aria-sort={sorting[0]?.id !== id ? undefined : sorting[0].desc ? 'descending' : 'ascending'}
      className={`h-8 border-line border-b px-2 font-normal text-muted ${right ? 'text-right' : 'text-left'}`}
    >
      <button type="button" onClick={() => sortBy(id)} className="hover:text-ink">
        {label}
        <span aria-hidden="true">
          {sorting[0]?.id === id ? (sorting[0].desc ? ' ↓' : ' ↑') : ''}
        </span>
      </button>
    </th>
  )
  return (
    <section className="flex flex-col gap-2" aria-label={t('caption')}>
      <input
        type="search"
        value={view.filter}
        onChange={(event) => setView({ filter: event.target.value || null })}
        placeholder={t('filter')}
        aria-label={t('filter')}
        className="h-8 w-64 rounded-sm border border-line bg-page px-2"
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label={t('caption')} className="overflow-x-auto" tabIndex={0}>
        <table className="w-full border-collapse text-[13px]">
          <caption className="sr-only">{t('caption')}</caption>
          <thead>
            <tr>
              {head('rule', terms('rule'))}
              {head('rows', terms('stock'), true)}
              {head('money', terms('money'), true)}
              <th
                scope="col"
                className="h-8 border-line border-b px-2 text-left font-normal text-muted"
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
          <tbody>
            {table.getRowModel().rows.map(({ id, original }) => (
              <Line
                key={id}
                line={original}
                at={at}
                reader={reader}
                replayForbidden={replayForbidden}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="py-4 text-muted">{t('noMatch')}</p>}
      </section>
    </section>
  )
}

interface LineProps {
  line: StockLine
  at: string
  reader: Reader
  replayForbidden?: string
}

function Line({ line, at, reader, replayForbidden }: LineProps) {
  const t = useTranslations('stock')
  const terms = useTranslations('terms')
  const [a, b, c, d] = line.ages
  const count = (n: number) => formatCount(n, reader)
  const cell = 'border-line border-b px-2 py-1 align-top'
  const number = `${cell} whitespace-nowrap text-right`
  const path = `/rules/${line.dataset}/${line.rule}`
  return (
    <tr className="hover:bg-panel">
      <td className={cell}>
        <Link href={path} className="font-medium underline-offset-2 hover:underline">
          {line.means?.[reader.locale] ?? line.rule}
        </Link>
        <div className="text-muted">
          {line.rule} · {line.dataset}
          {line.waiting > 0 && ` · ${t('waitBehind', { n: line.waiting })}`}
        </div>
      </td>
      <td className={number}>{count(line.rows)}</td>
      <td className={number}>
        {Object.entries(line.money).map(([currency, amount]) => (
          <div key={currency}>{formatMoney(amount, currency || null, reader)}</div>
        ))}
      </td>
      <td className={cell}>
        <AgeBars
          ages={line.ages}
          label={t('ageProfile', { a: count(a), b: count(b), c: count(c), d: count(d) })}
        />
      </td>
      <td className={number}>
        {line.oldest && (
          <Age
            since={new Date(line.oldest)}
            now={new Date(at)}
            reader={reader}
            warnDays={line.warnDays}
            criticalDays={line.criticalDays}
          />
        )}
      </td>
      <td className={`${number} ${line.in7d > 0 ? 'text-in' : 'text-muted'}`}>
        {count(line.in7d)}
      </td>
      <td className={`${number} ${line.out7d > 0 ? 'text-out' : 'text-muted'}`}>
        {count(line.out7d)}
      </td>
      <td className={number}>{line.ready > 0 ? count(line.ready) : '–'}</td>
      <td className={cell}>{line.owner}</td>
      <td className={`${cell} text-right`}>
        {line.ready > 0 &&
          (replayForbidden ? (
            <button
              type="button"
              disabled
              title={replayForbidden}
              className="rounded-sm border border-line px-2 text-muted"
            >
              {t('replayReady', { n: count(line.ready) })}
            </button>
          ) : (
            <Link
              href={`/replays/new?dataset=${line.dataset}&rule=${line.rule}&ready=true`}
              className="whitespace-nowrap rounded-sm border border-ink px-2 py-0.5 font-medium hover:bg-flag hover:text-[#1a1a19]"
              aria-label={`${terms('replay')}: ${line.rule}`}
            >
              {t('replayReady', { n: count(line.ready) })}
            </Link>
          ))}
      </td>
    </tr>
  )
}

function matching(lines: StockLine[], filter: string, locale: string): StockLine[] {
  const wanted = filter.trim().toLowerCase()
  if (wanted === '') return lines
  return lines.filter((l) =>
    [l.rule, l.dataset, l.owner ?? '', l.means?.[locale] ?? ''].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  )
}
