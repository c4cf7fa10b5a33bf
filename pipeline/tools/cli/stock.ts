import type { Db } from '@/lib/shared/db/connection'
import type { Domain } from '@/pipeline/engine/define/schema'

interface RuleStatus {
  rule: string
  dataset: string
  open: number
  ready: number
  /** First-seen time of the oldest open row, ISO 8601. */
  oldest: string | null
  /** Currency → exact amount; '' where no currency is known. */
  amount: Record<string, string>
  /** Rows that entered, or were reopened, in the last seven days. */
  in_7d: number
  out_7d: number
}

export interface DomainStatus {
  open: number
  ready: number
  oldest: string | null
  rules: RuleStatus[]
  last_run: { run: number; status: string; mode: string; as_of: string } | null
}

/** The open stock of a domain by rule, rules that only moved in the last week included. */
export async function statusOf(db: Db, domain: Domain, asOf: Date): Promise<DomainStatus> {
  const names = domain.datasets.map((d) => d.name)
  const rules = await db.rows<{
    rule: string
    dataset: string
    open: string
    ready: string
    oldest: Date | null
    amount: Record<string, string> | null
    in_7d: string
    out_7d: string
  }>(
    `WITH stock AS (
      SELECT dataset, rule, sum(n) AS open, sum(ready) AS ready, min(oldest) AS oldest,
        jsonb_object_agg(currency, amount) FILTER (WHERE amount IS NOT NULL) AS amount
      FROM (
        SELECT dataset, rule, coalesce(currency, '') AS currency, count(*) AS n,
          count(*) FILTER (WHERE ready) AS ready, min(first_seen) AS oldest, sum(amount)::text AS amount
        FROM quality.quarantine WHERE statut = 'A_TRAITER' AND dataset = ANY ($1) GROUP BY 1, 2, 3
      ) c GROUP BY 1, 2
    ), flow AS (
      SELECT dataset, rule,
        count(*) FILTER (WHERE kind IN ('ENTERED', 'REOPENED')) AS n_in,
        count(*) FILTER (WHERE kind = 'EXITED' AND open_from) AS n_out
      FROM quality.quarantine_event
      WHERE dataset = ANY ($1) AND at > $2::timestamptz - interval '7 days' AND at <= $2 GROUP BY 1, 2
    )
    SELECT coalesce(s.dataset, f.dataset) AS dataset, coalesce(s.rule, f.rule) AS rule,
      coalesce(s.open, 0) AS open, coalesce(s.ready, 0) AS ready, s.oldest, s.amount,
      coalesce(f.n_in, 0) AS in_7d, coalesce(f.n_out, 0) AS out_7d
    FROM stock s FULL JOIN flow f ON f.dataset = s.dataset AND f.rule = s.rule
    WHERE coalesce(s.open, 0) > 0 OR coalesce(f.n_in, 0) > 0 OR coalesce(f.n_out, 0) > 0
    ORDER BY s.open DESC NULLS LAST, 2`,
    [names, asOf.toISOString()],
  )
  const [run] = await db.rows<{ id: number; status: string; mode: string; as_of: Date }>(
    'SELECT id, status, mode, as_of FROM quality.run WHERE domain = $1 ORDER BY id DESC LIMIT 1',
    [domain.name],
  )
  const list = rules.map(
    (r): RuleStatus => ({
      rule: r.rule,
      dataset: r.dataset,
      open: Number(r.open),
      ready: Number(r.ready),
      oldest: r.oldest?.toISOString() ?? null,
      amount: r.amount ?? {},
      in_7d: Number(r.in_7d),
      out_7d: Number(r.out_7d),
    }),
  )
  const oldest = list
    .map((r) => r.oldest)
    .filter((x) => x !== null)
    .sort()[0]
  return {
    open: list.reduce((sum, r) => sum + r.open, 0),
    ready: list.reduce((sum, r) => sum + r.ready, 0),
    oldest: oldest ?? null,
    rules: list,
    last_run: run
      ? { run: run.id, status: run.status, mode: run.mode, as_of: run.as_of.toISOString() }
      : null,
  }
}
