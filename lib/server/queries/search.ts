/** One search over all that waits: customers, invoices, keys, wrong values, across datasets. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { likeOf, searchSql } from '@/lib/shared/search'
import { QUARANTINED_ROW, QuarantinedRow } from './quarantined-row'

const Texts = z.record(z.string(), z.string())

const Found = QuarantinedRow.extend({
  means: Texts.nullable(),
  warnDays: z.number().nullable(),
  criticalDays: z.number().nullable(),
})
export type Found = z.infer<typeof Found>

/** Money of what was found, per dataset and currency. */
export const FoundMoney = z.object({
  dataset: z.string(),
  currency: z.string().nullable(),
  rows: z.number(),
  /** Exact decimal. */
  amount: z.string(),
})
export type FoundMoney = z.infer<typeof FoundMoney>

/**
 * Finds live rows by customer, invoice, key or the value that is wrong, across datasets: exactly
 * first, leading zeros forgiven, then by part.
 */
export async function searchRows(
  db: Reader,
  text: string,
  domain: string | undefined,
  limit: number,
): Promise<Found[]> {
  const values = wanted(text, domain)
  if (!values) return []
  return typedRows(
    db,
    Found,
    `SELECT ${QUARANTINED_ROW},
      r.texts->'means' AS means, coalesce(r.warn_days_override, r.warn_days) AS "warnDays",
      coalesce(r.critical_days_override, r.critical_days) AS "criticalDays"
    FROM quality.quarantine q
    LEFT JOIN quality.rule r ON r.dataset = q.dataset AND r.code = q.rule
    LEFT JOIN quality.dataset d ON d.name = q.dataset
    WHERE ${MATCHES}
    ORDER BY (q.customer IN ($1, $2)) DESC NULLS LAST, d.position, q.dataset, q.first_seen, q.id
    LIMIT $5::int`,
    [...values, limit],
  )
}

/** Open money of everything that a search finds, and how many open rows. */
export async function searchMoney(
  db: Reader,
  text: string,
  domain: string | undefined,
): Promise<FoundMoney[]> {
  const values = wanted(text, domain)
  if (!values) return []
  return typedRows(
    db,
    FoundMoney,
    `SELECT q.dataset, q.currency, count(*)::int AS rows, coalesce(sum(q.amount), 0)::text AS amount
    FROM quality.quarantine q LEFT JOIN quality.dataset d ON d.name = q.dataset
    WHERE q.statut = 'A_TRAITER' AND ${MATCHES}
    GROUP BY d.position, q.dataset, q.currency ORDER BY d.position, q.dataset, q.currency`,
    values,
  )
}

const MATCHES = `q.statut <> 'SOLDEE'
  AND (q.customer IN ($1, $2) OR q.invoice IN ($1, $2) OR ${searchSql('$3')})
  AND ($4::text IS NULL OR q.dataset IN
    (SELECT s.dataset FROM quality.dataset_state s WHERE s.domain = $4))`

/** Parameters of MATCHES; undefined when nothing is asked for. */
function wanted(text: string, domain: string | undefined): unknown[] | undefined {
  const plain = text.trim().slice(0, 200)
  if (plain === '') return undefined
  const padded = /^\d+$/.test(plain) ? plain.padStart(10, '0') : plain
  return [plain, padded, likeOf(plain), domain ?? null]
}
