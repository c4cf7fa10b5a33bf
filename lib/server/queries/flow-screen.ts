/** The flow screen in one snapshot. */
import { z } from 'zod'
import type { Database, Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { plusDays } from '@/lib/views/flow-view'
import { type ExitTime, readExitTimes, readToday } from './exit-times'
import { type FlowLine, type FlowQuery, type Rates, ratesOf, readFlow, totalOf } from './flow'
import { type AgeBar, type RuleOption, readAges, readRuleOptions } from './moves'
import { type RunLine, readRuns } from './runs'

export interface FlowAsked {
  days: number
  grain: 'day' | 'week'
  domain: string | null
  dataset: string | null
  rule: string | null
}

export interface FlowScreen {
  at: Date
  timeZone: string
  domains: string[]
  /** Rules of the domain that is shown. */
  rules: RuleOption[]
  query: FlowQuery
  lines: FlowLine[]
  rates: Rates
  ages: AgeBar[]
  exitTimes: ExitTime[]
  lastRun: RunLine | undefined
}

const Domain = z.object({
  domain: z.string(),
})

const Clock = z.object({
  now: z.string(),
})

/** The domain in which most is stuck: where nobody asked for one. */
async function fullest(db: Reader): Promise<string | undefined> {
  const [row] = await typedRows(
    db,
    Domain,
    `SELECT d.domain FROM quality.stock s JOIN quality.dataset_state d ON d.dataset = s.dataset
    GROUP BY 1 ORDER BY sum(s.rows) DESC, 1 LIMIT 1`,
  )
  return row?.domain
}

/** @throws the driver's error when the database is away: to be shown as such. */
export function readFlowScreen(
  db: Database,
  asked: FlowAsked,
  locale: string,
): Promise<FlowScreen> {
  return db.snapshot(async (tx) => {
    const [clock] = await typedRows(tx, Clock, 'SELECT now()::text AS now')
    const at = clock ? new Date(clock.now) : new Date()
    const { timeZone, day } = await readToday(tx, at)
    const options = await readRuleOptions(tx, locale)
    const domains = [...new Set(options.map((o) => o.domain))]
    const domain =
      domains.find((name) => name === asked.domain) ?? (await fullest(tx)) ?? domains[0] ?? ''
    const query: FlowQuery = {
      domain,
      ...(asked.dataset ? { dataset: asked.dataset } : {}),
      ...(asked.rule ? { rule: asked.rule } : {}),
      from: plusDays(day, 1 - asked.days),
      to: day,
    }
    const lines = await readFlow(tx, { ...query, grain: asked.grain, by: 'domain' })
    const [lastRun] = await readRuns(tx, undefined, 1)
    return {
      at,
      timeZone,
      domains,
      rules: options.filter((o) => o.domain === domain),
      query,
      lines,
      rates: ratesOf(totalOf(lines.map((line) => line.rows))),
      ages: await readAges(tx, { ...query, grain: asked.grain }),
      exitTimes: await readExitTimes(tx, query),
      lastRun,
    }
  })
}
