import type { Reader } from '@/lib/shared/db/database'

type Texts = Record<string, string>

export interface RuleDetail {
  domain: string
  dataset: string
  code: string
  kind: string
  means: Texts
  mend: Texts
  sapTable: string
  sapField: string | null
  transaction: string | null
  owner: string
  warnDays: number
  criticalDays: number
  replay: string
  retired: boolean
  /** Open rows, and those that are ready. */
  open: number
  ready: number
}

/** What people read about a rule; undefined when no such rule was ever declared. */
export async function readRule(
  db: Reader,
  dataset: string,
  code: string,
): Promise<RuleDetail | undefined> {
  const [rule] = await db.rows<RuleDetail>(
    `SELECT r.domain, r.dataset, r.code, r.kind, r.texts->'means' AS means, r.texts->'mend' AS mend,
      r.sap->>'table' AS "sapTable", r.sap->>'field' AS "sapField", r.sap->>'transaction' AS transaction,
      r.owner, coalesce(r.warn_days_override, r.warn_days) AS "warnDays",
      coalesce(r.critical_days_override, r.critical_days) AS "criticalDays",
      coalesce(r.replay_override, r.replay) AS replay, r.retired_at IS NOT NULL AS retired,
      coalesce((SELECT sum(rows)::int FROM quality.stock s WHERE s.dataset = r.dataset AND s.rule = r.code), 0) AS open,
      coalesce((SELECT sum(rows)::int FROM quality.stock s WHERE s.dataset = r.dataset AND s.rule = r.code AND s.ready), 0) AS ready
    FROM quality.rule r WHERE r.dataset = $1 AND r.code = $2`,
    [dataset, code],
  )
  return rule
}

/** Rule code → what it means in one language, for all rules that were ever declared. */
export async function readRuleTexts(db: Reader, locale: string): Promise<Record<string, string>> {
  const rows = await db.rows<{ code: string; means: string | null }>(
    `SELECT code, texts->'means'->>$1 AS means FROM quality.rule`,
    [locale],
  )
  return Object.fromEntries(rows.map(({ code, means }) => [code, means ?? code]))
}
