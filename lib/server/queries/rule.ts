import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { neverNull, typedRows } from '@/lib/shared/db/typed-rows'

const Texts = z.record(z.string(), z.string())

export const RuleDetail = z.object({
  domain: z.string(),
  dataset: z.string(),
  code: z.string(),
  kind: z.string(),
  means: neverNull(Texts, 'every declared rule has texts'),
  mend: neverNull(Texts, 'every declared rule has texts'),
  sourceTable: neverNull(z.string(), 'every declared rule names its table'),
  sourceField: z.string().nullable(),
  transaction: z.string().nullable(),
  owner: z.string(),
  warnDays: z.number(),
  criticalDays: z.number(),
  replay: z.string(),
  retired: z.boolean(),
  /** Open rows, and those that are ready. */
  open: z.number(),
  ready: z.number(),
})
export type RuleDetail = z.infer<typeof RuleDetail>

const RuleText = z.object({
  code: z.string(),
  means: z.string().nullable(),
})

/** What people read about a rule; undefined when no such rule was ever declared. */
export async function readRule(
  db: Reader,
  dataset: string,
  code: string,
): Promise<RuleDetail | undefined> {
  const [rule] = await typedRows(
    db,
    RuleDetail,
    `SELECT r.domain, r.dataset, r.code, r.kind, r.texts->'means' AS means, r.texts->'mend' AS mend,
      r.source_hint->>'table' AS "sourceTable", r.source_hint->>'field' AS "sourceField", r.source_hint->>'transaction' AS transaction,
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
  const rows = await typedRows(
    db,
    RuleText,
    `SELECT code, texts->'means'->>$1 AS means FROM quality.rule`,
    [locale],
  )
  return Object.fromEntries(rows.map(({ code, means }) => [code, means ?? code]))
}
