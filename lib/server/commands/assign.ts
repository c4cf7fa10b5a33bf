import { z } from 'zod'
import { type CausesDone, OF_CAUSES, targetCauses, writeNeutralEvents } from './events'
import { onRows, selectCauses } from './target'
import { defineVerb, requestId } from './verb'

const Assign = z.strictObject({
  requestId,
  ...onRows,
  /** Who mends it; null: the rule's owner again. */
  owner: z.string().trim().min(1).max(200).nullable(),
})

/** Gives the causes of the rows an owner; new rows of them inherit it. */
export const assign = defineVerb({
  name: 'assign',
  action: 'assign',
  input: Assign,
  async perform(work, { domain, target, owner }): Promise<CausesDone> {
    await selectCauses(work, domain, target)
    await work.tx.rows(
      'UPDATE quality.cause SET owner = $1 WHERE id IN (SELECT id FROM target_cause)',
      [owner],
    )
    const rows = await writeNeutralEvents(work, 'ASSIGNED', owner, OF_CAUSES)
    return { ...(await targetCauses(work)), rows }
  },
})
