import { z } from 'zod'
import { Count, typedRows } from '@/lib/shared/db/typed-rows'
import { insertEventsSql, stockSql } from '@/lib/shared/ledger/events'
import type { Work } from './verb'

/** Money of rows, per dataset and currency, because it is never added up across them. */
export const Money = z.object({
  dataset: z.string(),
  currency: z.string(),
  rows: z.number(),
  /** Exact decimal. */
  amount: z.string(),
})
export type Money = z.infer<typeof Money>

/** Counts and money of the temporary table `target`. */
export const targetMoney = ({ tx }: Work): Promise<Money[]> =>
  typedRows(
    tx,
    Money,
    `SELECT dataset, coalesce(currency, '') AS currency, count(*)::int AS rows,
    coalesce(sum(amount), 0)::text AS amount FROM target GROUP BY 1, 2 ORDER BY 1, 2`,
  )

type NeutralKind = 'ASSIGNED' | 'COMMENTED' | 'SNOOZED' | 'FIX_CLAIMED'

const Causes = z.object({
  n: z.number(),
  ids: z.array(z.number()).nullable(),
})

/**
 * Writes one event per row that leaves the stock as it is.
 * @param of which rows of `quality.quarantine q`, as SQL.
 * @returns how many.
 */
export async function writeNeutralEvents(
  { tx, actor, at }: Work,
  kind: NeutralKind,
  note: string | null,
  of: string,
): Promise<number> {
  const [written] = await typedRows(
    tx,
    Count,
    `WITH written AS (
      ${insertEventsSql([
        {
          kind,
          row: 'q.id',
          at: '$1',
          actor: '$2',
          dataset: 'q.dataset',
          after: stockSql('q', 'false'),
          note: '$3',
          from: `quality.quarantine q WHERE ${of}`,
        },
      ])} RETURNING 1
    ) SELECT count(*)::int AS n FROM written`,
    [at, actor.id, note],
  )
  return written?.n ?? 0
}

/** The open rows of the causes in `target_cause`. */
export const OF_CAUSES = `q.statut = 'A_TRAITER' AND q.cause_id IN (SELECT id FROM target_cause)`

/** What a verb on causes did. */
export interface CausesDone {
  /** Ids, 1,000 at most. */
  causes: number[]
  causeCount: number
  /** Open rows that they hold, each with an event. */
  rows: number
}

/** Ids and count of the causes in `target_cause`. */
export async function targetCauses({ tx }: Work): Promise<Omit<CausesDone, 'rows'>> {
  const [found] = await typedRows(
    tx,
    Causes,
    `SELECT count(*)::int AS n, (SELECT json_agg(id) FROM
      (SELECT id FROM target_cause ORDER BY id LIMIT 1000) first) AS ids FROM target_cause`,
  )
  return { causes: found?.ids ?? [], causeCount: found?.n ?? 0 }
}
