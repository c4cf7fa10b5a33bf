import { z } from 'zod'
import { authorize } from '@/lib/shared/auth/permissions'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { Conflict, NotFound } from '@/lib/shared/errors'
import { addJob, replayJob } from '@/lib/shared/queue/job'
import { requestReplay as insertReplay } from '@/lib/shared/replay/request'
import { onRows } from './target'
import { defineVerb, requestId, type Work } from './verb'

const RequestReplay = z.strictObject({
  requestId,
  ...onRows,
  kind: z.enum(['replay', 'preview']).default('replay'),
  /** Executes exactly the rows of this preview. */
  previewId: z.number().int().positive().optional(),
})

export interface RequestedReplay {
  replay: number
  requested: number
  /** Children that wait for the requested rows. */
  cascaded: number
}

/**
 * Asks for a replay, or for its preview: the rows are frozen and the worker is told, both or
 * neither.
 */
export const requestReplay = defineVerb({
  name: 'request-replay',
  action: 'preview',
  input: RequestReplay,
  async perform(work, input): Promise<RequestedReplay> {
    const { tx, actor, clock } = work
    const { domain, target, kind, previewId } = input
    authorize(actor, kind)
    if (previewId !== undefined) await checkPreview(work, domain, previewId)
    const asked = await insertReplay(tx, {
      domain,
      scope: target,
      kind,
      actor: actor.id,
      idempotencyKey: work.requestId,
      ...(previewId === undefined ? {} : { previewId }),
      ...(clock ? { asOf: clock.toISOString() } : {}),
    })
    if (asked.requested === 0) throw new Conflict('nothing_matches', 'no row matches now')
    const { expected, limit } = 'filter' in target ? target : {}
    if (limit === undefined && expected !== undefined && expected !== asked.requested) {
      throw new Conflict('other_number', `${asked.requested} rows match now, not ${expected}`)
    }
    await addJob(tx, replayJob({ id: asked.id, domain }))
    return { replay: asked.id, requested: asked.requested, cascaded: asked.cascaded }
  },
})

const Preview = z.object({
  kind: z.string(),
  status: z.string(),
})

async function checkPreview({ tx }: Work, domain: string, id: number): Promise<void> {
  const [preview] = await typedRows(
    tx,
    Preview,
    'SELECT kind, status FROM quality.replay WHERE id = $1 AND domain = $2',
    [id, domain],
  )
  if (preview?.kind !== 'preview') throw new NotFound(`no such preview: ${id}`, [id])
  if (preview.status !== 'done') {
    throw new Conflict('moved_on', `preview ${id} is ${preview.status}`, [id])
  }
}
