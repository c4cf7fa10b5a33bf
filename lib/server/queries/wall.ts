/** The wall: the figures of the stock screen and the health of the loop, in one snapshot. */
import { z } from 'zod'
import { groupAlerts } from '@/lib/shared/alerts/groups'
import type { Database, Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { wholeDays } from '@/lib/shared/format'
import { type Alert, type AlertCounts, countAlerts, readAlerts } from './alerts'
import { readToday } from './exit-times'
import { readFlow } from './flow'
import { type Health, readHealth } from './health'
import { readStock, type StockLine, type StockScreen } from './stock'

export type Level = 'warning' | 'critical' | null

export interface WallRule
  extends Pick<StockLine, 'dataset' | 'rule' | 'means' | 'rows' | 'oldest'> {
  level: Level
}

/** Open alerts of one kind and level. */
export interface WallAlarm extends Pick<Alert, 'kind' | 'level' | 'detail'> {
  n: number
  /** What the first of them is about. */
  domain: string
  rule: string | null
  means: StockLine['means']
}

export interface WallFigures extends Omit<StockScreen, 'lines' | 'lastRun' | 'oldest'>, Health {
  /** The oldest open row: how bad that is by the limits of its own rule. */
  oldest: { at: string; level: Level; limit: number; rule: WallRule } | null
  worst: WallRule[]
  alarms: WallAlarm[]
  alertCounts: AlertCounts
  /** Dataset → language → what people call it. */
  titles: Record<string, Record<string, string>>
  /** Closing stock per day of the last eight weeks. */
  trend: { day: string; rows: number }[]
}

const TREND_DAYS = 56
const WORST = 5
const ALARMS = 3

const Title = z.object({
  name: z.string(),
  title: z.record(z.string(), z.string()),
})

const Domain = z.object({
  domain: z.string(),
})

export function readWall(db: Database): Promise<WallFigures> {
  return db.snapshot(async (tx) => {
    const { lines, lastRun: _, ...stock } = await readStock(tx)
    const at = new Date(stock.at)
    const { oldest } = stock
    const line = lines.find((l) => l.oldest !== null && l.oldest === oldest)
    const level = line && levelOf(line, at)
    const stuck = (dataset: string) =>
      lines.reduce((n, l) => n + (l.dataset === dataset ? l.rows : 0), 0)
    return {
      ...stock,
      money: stock.money.toSorted((a, b) => stuck(b.dataset) - stuck(a.dataset)),
      oldest:
        line && oldest
          ? {
              at: oldest,
              level: level ?? null,
              limit: level === 'critical' ? line.criticalDays : line.warnDays,
              rule: ruleOf(line, at),
            }
          : null,
      worst: worstOf(lines, at),
      alarms: alarmsOf(await readAlerts(tx, {}, at), lines),
      alertCounts: await countAlerts(tx, undefined, at),
      trend: await readTrend(tx, at),
      titles: await readAllTitles(tx),
      ...(await readHealth(tx)),
    }
  })
}

/** How old the oldest row of a line is, against the limits of its rule. */
export function levelOf(
  line: Pick<StockLine, 'oldest' | 'warnDays' | 'criticalDays'>,
  at: Date,
): Level {
  if (!line.oldest) return null
  const days = wholeDays(new Date(line.oldest), at)
  return days >= line.criticalDays ? 'critical' : days >= line.warnDays ? 'warning' : null
}

const RANK = { critical: 2, warning: 1 } as const
const rank = (level: Level) => (level ? RANK[level] : 0)

/** The rules to look at first: over their limits before others, then by stock. */
export function worstOf(lines: StockLine[], at: Date): WallRule[] {
  return lines
    .filter((l) => l.rows > 0)
    .map((line) => ruleOf(line, at))
    .sort((a, b) => rank(b.level) - rank(a.level) || b.rows - a.rows || (a.rule < b.rule ? -1 : 1))
    .slice(0, WORST)
}

/** Alerts by kind and level, the worst first. */
export function alarmsOf(alerts: Alert[], lines: StockLine[]): WallAlarm[] {
  return groupAlerts(alerts)
    .slice(0, ALARMS)
    .map(({ kind, level, alerts: [first, ...others] }) => {
      const { detail, domain, dataset, rule } = first
      const means = lines.find((l) => l.dataset === dataset && l.rule === rule)?.means ?? null
      return { kind, level, detail, n: 1 + others.length, domain, rule, means }
    })
}

function ruleOf(line: StockLine, at: Date): WallRule {
  const { dataset, rule, means, rows, oldest } = line
  return { dataset, rule, means, rows, oldest, level: levelOf(line, at) }
}

/** In every language: who reads the wall is known to the screen only. */
async function readAllTitles(tx: Reader): Promise<WallFigures['titles']> {
  const rows = await typedRows(tx, Title, 'SELECT name, title FROM quality.dataset')
  return Object.fromEntries(rows.map(({ name, title }) => [name, title]))
}

async function readTrend(tx: Reader, at: Date): Promise<WallFigures['trend']> {
  const { day } = await readToday(tx, at)
  const from = new Date(Date.parse(day) - (TREND_DAYS - 1) * 86_400_000).toISOString().slice(0, 10)
  const domains = await typedRows(
    tx,
    Domain,
    'SELECT DISTINCT domain FROM quality.dataset_state ORDER BY 1',
  )
  const days = new Map<string, number>()
  for (const { domain } of domains) {
    const query = { domain, from, to: day, grain: 'day', by: 'domain' } as const
    for (const { period, rows } of await readFlow(tx, query))
      days.set(period, (days.get(period) ?? 0) + rows.closing)
  }
  return [...days].map(([day, rows]) => ({ day, rows })).sort((a, b) => (a.day < b.day ? -1 : 1))
}
