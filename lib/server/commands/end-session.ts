import { z } from 'zod'
import { NotFound } from '@/lib/shared/errors'
import { defineVerb, requestId } from './verb'

const EndSession = z.union([
  z.strictObject({ requestId, session: z.string().min(1).max(100) }),
  z.strictObject({ requestId, othersThan: z.string().min(1).max(100) }),
])

/** Ends one of one's own sessions, or all but one. */
export const endSession = defineVerb({
  name: 'end-session',
  action: 'view',
  input: EndSession,
  async perform({ tx, actor }, input): Promise<{ ended: number }> {
    const ended =
      'session' in input
        ? await tx.rows('DELETE FROM auth.session WHERE user_id = $1 AND id = $2 RETURNING 1', [
            actor.id,
            input.session,
          ])
        : await tx.rows('DELETE FROM auth.session WHERE user_id = $1 AND id <> $2 RETURNING 1', [
            actor.id,
            input.othersThan,
          ])
    if ('session' in input && ended.length === 0) throw new NotFound('no such session of yours')
    return { ended: ended.length }
  },
})
