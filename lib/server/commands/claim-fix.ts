import { z } from 'zod'
import { neverNull, typedRows } from '@/lib/shared/db/typed-rows'
import { Conflict } from '@/lib/shared/errors'
import { type CausesDone, OF_CAUSES, targetCauses, writeNeutralEvents } from './events'
import { onRows, selectCauses } from './target'
import { defineVerb, requestId } from './verb'

const ClaimFix = z.strictObject({
  requestId,
  ...onRows,
  /** What was mended, and where. */
  note: z.string().trim().max(2_000).default(''),
})

const Claimed = z.object({
  id: z.number(),
  by: neverNull(z.string(), 'a claim has somebody who made it'),
})

const Left = z.object({
  any: z.boolean(),
})

/**
 * Says that the causes of the rows are mended at the source; the next delivery that had to bring
 * the fix confirms or refutes it. Of a filter, causes that are claimed already are left out; by id
 * or cause they are a conflict.
 */
export const claimFix = defineVerb({
  name: 'claim-fix',
  action: 'claim',
  input: ClaimFix,
  async perform(work, { domain, target, note }): Promise<CausesDone & { alreadyClaimed: number }> {
    const { tx, actor, at } = work
    await selectCauses(work, domain, target)
    const claimed = await typedRows(
      tx,
      Claimed,
      `DELETE FROM target_cause t USING quality.cause c
      WHERE c.id = t.id AND c.claim = 'claimed' RETURNING t.id::float8 AS id, c.claimed_by AS by`,
    )
    const [left] = await typedRows(tx, Left, 'SELECT EXISTS (SELECT FROM target_cause) AS any')
    if (claimed.length > 0 && (!('filter' in target) || !left?.any)) {
      const by = [...new Set(claimed.map((c) => c.by))].join(', ')
      const ids = claimed.map((c) => c.id).slice(0, 1_000)
      throw new Conflict('already_claimed', `a fix is claimed already, by ${by}`, ids)
    }
    await tx.rows(
      `UPDATE quality.cause SET claim = 'claimed', claimed_by = $1, claimed_at = $2::timestamptz,
        claim_note = $3, claim_run = NULL WHERE id IN (SELECT id FROM target_cause)`,
      [actor.id, at, note || null],
    )
    const rows = await writeNeutralEvents(work, 'FIX_CLAIMED', note || null, OF_CAUSES)
    return { ...(await targetCauses(work)), rows, alreadyClaimed: claimed.length }
  },
})
