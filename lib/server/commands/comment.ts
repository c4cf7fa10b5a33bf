import { z } from 'zod'
import { type Money, targetMoney, writeNeutralEvents } from './events'
import { onRows, selectRows } from './target'
import { defineVerb, requestId } from './verb'

const Comment = z.strictObject({
  requestId,
  ...onRows,
  text: z.string().trim().min(1).max(4_000),
})

/** Adds a comment to the timeline of each row; rows named by id may have any status. */
export const comment = defineVerb({
  name: 'comment',
  action: 'comment',
  input: Comment,
  async perform(work, { domain, target, text }): Promise<{ rows: number; money: Money[] }> {
    await selectRows(work, domain, target, undefined)
    const rows = await writeNeutralEvents(
      work,
      'COMMENTED',
      text,
      'q.id IN (SELECT id FROM target)',
    )
    return { rows, money: await targetMoney(work) }
  },
})
