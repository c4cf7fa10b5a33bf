import { z } from 'zod'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { declarationObstacle } from '@/lib/shared/declaration/obstacle'
import { requestDeclaration as insertDeclaration } from '@/lib/shared/declaration/request'
import { Conflict, NotFound } from '@/lib/shared/errors'
import { addJob, declarationJob } from '@/lib/shared/queue/job'
import { defineVerb, requestId } from './verb'

const RequestDeclaration = z.strictObject({ requestId, domain: z.string().min(1).max(100) })

const Declares = z.object({
  declares: z.boolean(),
})

/**
 * Asks for the declaration of a domain: it is recorded and the worker is told, both or neither.
 * While one waits, everybody who asks gets that one. What is in the way of a declaration is said at
 * once; the worker looks again when its turn has come.
 */
export const requestDeclaration = defineVerb({
  name: 'request-declaration',
  action: 'declare',
  input: RequestDeclaration,
  async perform({ tx, actor, at }, { domain }): Promise<{ declaration: number }> {
    const [known] = await typedRows(
      tx,
      Declares,
      'SELECT declaration IS NOT NULL AS declares FROM quality.domain WHERE name = $1',
      [domain],
    )
    if (!known?.declares) throw new NotFound(`${domain} has nothing to declare`)
    const obstacle = await declarationObstacle(tx, domain)
    // A run or replay under way is no reason to turn anybody away: the worker waits its turn.
    if (obstacle && obstacle.reason !== 'run_in_progress' && obstacle.reason !== 'replay_waiting') {
      throw new Conflict('not_declarable', `${domain} cannot declare now: ${obstacle.reason}`)
    }
    const { id } = await insertDeclaration(tx, { domain, actor: actor.id, at })
    await addJob(tx, declarationJob({ id, domain }))
    return { declaration: id }
  },
})
