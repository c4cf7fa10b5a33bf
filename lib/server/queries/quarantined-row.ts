/** What every list of quarantined rows says of a row; one shape and one list of columns for all. */
import { z } from 'zod'
import { isoSql } from '@/lib/shared/db/sql'
import { STATUTS } from '@/lib/shared/db/schema/quarantine'

export const QuarantinedRow = z.object({
  id: z.number(),
  dataset: z.string(),
  /** First failing rule. */
  rule: z.string(),
  statut: z.enum(STATUTS),
  /** Business key in words. */
  key: z.string().nullable(),
  customer: z.string().nullable(),
  invoice: z.string().nullable(),
  /** Exact decimal; null: unknown. */
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  /** ISO 8601. */
  firstSeen: z.string(),
  /** A replay would settle it now. */
  ready: z.boolean(),
})

/** SQL of these columns, of `quality.quarantine q`. */
export const QUARANTINED_ROW = `q.id::float8 AS id, q.dataset, q.rule, q.statut, q.key_text AS key,
  q.customer, q.invoice, q.amount::text AS amount, q.currency, ${isoSql('q.first_seen')} AS "firstSeen",
  q.ready`
