/** The stock screen: what is stuck, how old it is, whether it is moving. One snapshot. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { isoSql } from '@/lib/shared/db/sql'
import { neverNull, typedRows } from '@/lib/shared/db/typed-rows'

/** Currency → exact decimal text; '' where no currency is known. Never added across datasets. */
const Money = z.record(z.string(), z.string())
type Money = z.infer<typeof Money>

/** Rows by age in days of the workspace: under 1, under 7, under 21, 21 and more. */
const AgeProfile = z.tuple([z.number(), z.number(), z.number(), z.number()])
export type AgeProfile = z.infer<typeof AgeProfile>

export const StockLine = z.object({
  domain: neverNull(z.string(), 'a rule of a declared dataset'),
  dataset: z.string(),
  rule: z.string(),
  /** Language → sentence; null for a rule that nobody declares any more. */
  means: z.record(z.string(), z.string()).nullable(),
  owner: z.string().nullable(),
  rows: z.number(),
  ready: z.number(),
  /** Rows of other datasets that wait behind this rule. */
  waiting: z.number(),
  money: Money,
  ages: AgeProfile,
  /** First-seen time of the oldest open row, ISO 8601. */
  oldest: z.string().nullable(),
  in7d: z.number(),
  out7d: z.number(),
  alert: z.enum(['warning', 'critical']).nullable(),
  warnDays: z.number(),
  criticalDays: z.number(),
})
export type StockLine = z.infer<typeof StockLine>

export interface StockScreen {
  /** When these figures were taken, ISO 8601. */
  at: string
  timeZone: string
  open: number
  ready: number
  oldest: string | null
  in7d: number
  out7d: number
  in28d: number
  out28d: number
  /** Open money per dataset. */
  money: { dataset: string; money: Money }[]
  lines: StockLine[]
  lastRun: z.infer<typeof LastRun> | null
}

const Head = z.object({
  at: z.string(),
  zone: z.string(),
  in28d: z.number(),
  out28d: z.number(),
})

const LastRun = z.object({
  id: z.number(),
  domain: z.string(),
  status: z.string(),
  mode: z.enum(['full', 'delta']),
  asOf: z.string(),
  received: z.number(),
})

const DatasetMoney = z.object({
  dataset: z.string(),
  currency: z.string(),
  amount: z.string(),
})

/**
 * Reads the stock of a domain, or of all of them; figures agree where the reader is one snapshot.
 * @throws the driver's error when the database is away: to be shown as such.
 */
export async function readStock(tx: Reader, domain?: string): Promise<StockScreen> {
  const scope = `(SELECT dataset FROM quality.dataset_state WHERE $1::text IS NULL OR domain = $1)`
  const today = `(now() AT TIME ZONE (SELECT time_zone FROM quality.workspace))::date`
  const [head] = await typedRows(
    tx,
    Head,
    `SELECT ${isoSql('now()')} AS at, w.time_zone AS zone,
      (SELECT coalesce(sum(in_rows + reopened_rows), 0)::int FROM quality.flow_daily
        WHERE dataset IN ${scope} AND day > ${today} - 28) AS in28d,
      (SELECT coalesce(sum(out_rows), 0)::int FROM quality.flow_daily
        WHERE dataset IN ${scope} AND day > ${today} - 28) AS out28d
    FROM quality.workspace w`,
    [domain ?? null],
  )
  const lines = await typedRows(tx, StockLine, LINES(scope, today), [domain ?? null])
  const [lastRun] = await typedRows(
    tx,
    LastRun,
    `SELECT r.id, r.domain, r.status, r.mode, ${isoSql('r.as_of')} AS "asOf",
      (SELECT coalesce(sum(d.received), 0)::int FROM quality.run_dataset d WHERE d.run_id = r.id) AS received
    FROM quality.run r WHERE $1::text IS NULL OR r.domain = $1 ORDER BY r.id DESC LIMIT 1`,
    [domain ?? null],
  )
  const money = new Map<string, Money>()
  const moneyRows = await typedRows(
    tx,
    DatasetMoney,
    `SELECT dataset, currency, sum(amount)::text AS amount FROM quality.stock
    WHERE dataset IN ${scope} GROUP BY 1, 2 HAVING sum(amount) <> 0 ORDER BY 1, 2`,
    [domain ?? null],
  )
  for (const { dataset, currency, amount } of moneyRows) {
    money.set(dataset, { ...money.get(dataset), [currency]: amount })
  }
  const sum = (value: (line: StockLine) => number) => lines.reduce((n, l) => n + value(l), 0)
  const oldest = lines.flatMap((l) => (l.oldest ? [l.oldest] : [])).sort()[0] ?? null
  return {
    at: head?.at ?? new Date().toISOString(),
    timeZone: head?.zone ?? 'UTC',
    open: sum((l) => l.rows),
    ready: sum((l) => l.ready),
    oldest,
    in7d: sum((l) => l.in7d),
    out7d: sum((l) => l.out7d),
    in28d: head?.in28d ?? 0,
    out28d: head?.out28d ?? 0,
    money: [...money].map(([dataset, m]) => ({ dataset, money: m })),
    lines: lines.filter((l) => l.rows > 0 || l.in7d > 0 || l.out7d > 0),
    lastRun: lastRun ?? null,
  }
}

/** One line per rule that has stock or moved in the last week; counts come from `stock`. */
const LINES = (scope: string, today: string) => `WITH s AS (
    SELECT dataset, rule, sum(n)::int AS rows, sum(ready)::int AS ready,
      jsonb_object_agg(currency, amount::text) FILTER (WHERE amount <> 0) AS money,
      sum(a0)::int AS a0, sum(a1)::int AS a1, sum(a2)::int AS a2, sum(a3)::int AS a3
    FROM (
      SELECT dataset, rule, currency, sum(rows) AS n, coalesce(sum(rows) FILTER (WHERE ready), 0) AS ready,
        sum(amount) AS amount,
        coalesce(sum(rows) FILTER (WHERE first_day > ${today} - 1), 0) AS a0,
        coalesce(sum(rows) FILTER (WHERE first_day <= ${today} - 1 AND first_day > ${today} - 7), 0) AS a1,
        coalesce(sum(rows) FILTER (WHERE first_day <= ${today} - 7 AND first_day > ${today} - 21), 0) AS a2,
        coalesce(sum(rows) FILTER (WHERE first_day <= ${today} - 21), 0) AS a3
      FROM quality.stock WHERE dataset IN ${scope} GROUP BY 1, 2, 3
    ) c GROUP BY 1, 2
  ), f AS (
    SELECT dataset, rule, sum(in_rows + reopened_rows)::int AS n_in, sum(out_rows)::int AS n_out
    FROM quality.flow_daily WHERE dataset IN ${scope} AND day > ${today} - 7 GROUP BY 1, 2
  ), w AS (
    SELECT c.dataset, c.rule, sum(k.rows)::int AS waiting FROM quality.cause_stock k
    LEFT JOIN quality.cause c ON c.id = k.cause_id WHERE NOT k.direct GROUP BY 1, 2
  )
  SELECT coalesce(r.domain, d.domain) AS domain, x.dataset, x.rule, r.texts->'means' AS means, r.owner,
    coalesce(s.rows, 0) AS rows, coalesce(s.ready, 0) AS ready, coalesce(w.waiting, 0) AS waiting,
    coalesce(s.money, '{}') AS money,
    jsonb_build_array(coalesce(s.a0, 0), coalesce(s.a1, 0), coalesce(s.a2, 0), coalesce(s.a3, 0)) AS ages,
    (SELECT ${isoSql('q.first_seen')} FROM quality.quarantine q WHERE q.dataset = x.dataset
      AND q.rule = x.rule AND q.statut = 'A_TRAITER' ORDER BY q.first_seen LIMIT 1) AS oldest,
    coalesce(f.n_in, 0) AS "in7d", coalesce(f.n_out, 0) AS "out7d",
    (SELECT min(a.level) FROM quality.alert a WHERE a.closed_at IS NULL AND a.dataset = x.dataset
      AND a.rule = x.rule) AS alert,
    coalesce(r.warn_days_override, r.warn_days, 7) AS "warnDays",
    coalesce(r.critical_days_override, r.critical_days, 21) AS "criticalDays"
  FROM (SELECT dataset, rule FROM s UNION SELECT dataset, rule FROM f) x
  LEFT JOIN s ON s.dataset = x.dataset AND s.rule = x.rule
  LEFT JOIN f ON f.dataset = x.dataset AND f.rule = x.rule
  LEFT JOIN w ON w.dataset = x.dataset AND w.rule = x.rule
  LEFT JOIN quality.rule r ON r.dataset = x.dataset AND r.code = x.rule
  LEFT JOIN quality.dataset_state d ON d.dataset = x.dataset
  ORDER BY coalesce(s.rows, 0) DESC, x.rule`
