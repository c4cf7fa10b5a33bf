'use client'

import { useLocale, useTranslations } from 'next-intl'
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { DomainName, useTitles } from '@/components/names'
import { Check, Input } from '@/components/ui/field'
import { StickyBar } from '@/components/ui/sticky-bar'
import { GroupHead, Table } from '@/components/ui/table'
import type { StockLine } from '@/lib/server/queries/stock'
import { type DisplaySettings, formatCount } from '@/lib/shared/format'
import { orderOf, sortLines } from './stock-columns'
import { COLUMN_COUNT, StockHead } from './stock-head'
import { StockHelp } from './stock-help'
import { Line } from './stock-line'

const sumOf = (lines: StockLine[]) => lines.reduce((sum, line) => sum + line.rows, 0)

interface StockTableProps {
  lines: StockLine[]
  /** When the figures were taken, ISO 8601. */
  at: string
  timeZone: string
  /** Least role that may replay; undefined when the reader may. */
  replayNeeds?: string
}

/** One line per rule; sort and filter live in the address, so that a link shows the same view. */
export function StockTable({ lines, at, timeZone, replayNeeds }: StockTableProps) {
  const t = useTranslations('stock')
  const reader: DisplaySettings = { locale: useLocale(), timeZone }
  const [view, setView] = useQueryStates({
    sort: parseAsString.withDefault('-rows'),
    filter: parseAsString.withDefault(''),
    group: parseAsStringLiteral(['domain', 'none']).withDefault('domain'),
    /** Rules without open rows too. */
    empty: parseAsBoolean.withDefault(false),
  })
  const order = orderOf(view.sort)
  const matches = useMatches(view.filter, reader)
  const found = lines.filter(matches)
  const filled = found.filter((line) => line.rows > 0)
  const folded = found.length - filled.length
  const shown = sortLines(view.empty ? found : filled, order)
  const several = new Set(lines.map((line) => line.domain)).size > 1
  const isGrouped = several && view.group === 'domain'
  const groups = useGroups(shown, isGrouped, reader)
  return (
    <div className="flex flex-col gap-2">
      <StickyBar>
        <div className="flex flex-wrap items-center gap-3">
          <Input
            type="search"
            value={view.filter}
            onChange={(event) => setView({ filter: event.target.value || null })}
            placeholder={t('filter')}
            aria-label={t('filter')}
            className="w-64 max-w-full"
          />
          {several && (
            <Check
              checked={view.group === 'domain'}
              onChange={(on) => setView({ group: on ? null : 'none' })}
            >
              {t('group')}
            </Check>
          )}
          {folded > 0 && (
            <Check checked={view.empty} onChange={(on) => setView({ empty: on || null })}>
              {t('emptyRules', { n: folded })}
            </Check>
          )}
          {view.filter.trim() !== '' && (
            <span aria-live="polite" className="text-muted">
              {t('shownSum', { rules: shown.length, rows: formatCount(sumOf(shown), reader) })}
            </span>
          )}
          <div className="ml-auto">
            <StockHelp />
          </div>
        </div>
      </StickyBar>
      <Table
        caption={t('caption')}
        hidden
        wide
        empty={shown.length === 0 && <p className="py-4 text-muted">{t('noMatch')}</p>}
      >
        <StockHead order={order} sortBy={(sort) => setView({ sort })} />
        {groups.map(([domain, inGroup]) => (
          <tbody key={domain ?? ''}>
            {domain !== null && (
              <GroupHead span={COLUMN_COUNT}>
                <GroupTitle domain={domain} lines={inGroup} reader={reader} />
              </GroupHead>
            )}
            {inGroup.map((line) => (
              <Line
                key={`${line.dataset} ${line.rule}`}
                line={line}
                // Where the groups do not say it.
                domain={several && !isGrouped}
                at={at}
                reader={reader}
                replayNeeds={replayNeeds}
              />
            ))}
          </tbody>
        ))}
      </Table>
    </div>
  )
}

/** Whether a line holds the words of the filter: rule, dataset, domain, owner, what the rule means. */
function useMatches(filter: string, reader: DisplaySettings): (line: StockLine) => boolean {
  const titles = useTitles()
  const wanted = filter.trim().toLowerCase()
  return (line) =>
    [
      line.rule,
      line.dataset,
      titles.datasets[line.dataset],
      titles.domains[line.domain],
      line.owner,
      line.means?.[reader.locale],
    ].some((text) => text?.toLowerCase().includes(wanted))
}

/** Lines by domain, in the order of the domains' titles; one nameless group unless grouped. */
function useGroups(
  lines: StockLine[],
  isGrouped: boolean,
  reader: DisplaySettings,
): [domain: string | null, lines: StockLine[]][] {
  const titles = useTitles()
  if (!isGrouped) return [[null, lines]]
  const title = (domain: string) => titles.domains[domain] ?? domain
  const domains = [...new Set(lines.map((line) => line.domain))]
  return domains
    .sort((a, b) => title(a).localeCompare(title(b), reader.locale))
    .map((domain) => [domain, lines.filter((line) => line.domain === domain)])
}

interface GroupTitleProps {
  domain: string
  lines: StockLine[]
  reader: DisplaySettings
}

function GroupTitle({ domain, lines, reader }: GroupTitleProps) {
  const t = useTranslations('stock')
  return (
    <>
      <DomainName name={domain} />{' '}
      <span className="font-normal text-muted">
        {t('groupSum', { rules: lines.length, rows: formatCount(sumOf(lines), reader) })}
      </span>
    </>
  )
}
