import { z } from 'zod'
import { authorize } from '@/lib/shared/auth/permissions'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { Conflict, NotFound } from '@/lib/shared/errors'
import { defineVerb, requestId } from './verb'

const CancelReplay = z.strictObject({ requestId, replay: z.number().int().positive() })

const Replay = z.object({
  actor: z.string(),
  status: z.string(),
  asked: z.boolean(),
})

/** Stops a replay before its next chunk; what was settled until then stays settled. */
export const cancelReplay = defineVerb({
  name: 'cancel-replay',
  action: 'cancel-own-replay',
  input: CancelReplay,
  async perform({ tx, actor }, { replay }): Promise<{ replay: number; already: boolean }> {
    const [found] = await typedRows(
      tx,
      Replay,
      `SELECT actor, status, cancel_requested AS asked FROM quality.replay WHERE id = $1 FOR UPDATE`,
      [replay],
    )
    if (!found) throw new NotFound(`no such replay: ${replay}`, [replay])
    if (found.actor !== actor.id) authorize(actor, 'cancel-any-replay')
    if (found.status !== 'queued' && found.status !== 'running') {
      throw new Conflict('moved_on', `replay ${replay} is ${found.status} already`, [replay])
    }
    if (!found.asked) {
      await tx.rows(
        'UPDATE quality.replay SET cancel_requested = true, cancelled_by = $2 WHERE id = $1',
        [replay, actor.id],
      )
    }
    return { replay, already: found.asked }
  },
})
