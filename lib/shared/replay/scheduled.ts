import { z } from 'zod'
import type { Db } from '@/lib/shared/db/connection'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { domainClock } from '@/lib/shared/ledger/clock'
import { addJob, replayJob } from '@/lib/shared/queue/job'
import { type RequestedReplay, requestReplay } from './request'

const Code = z.object({
  code: z.string(),
})

/**
 * Asks, as `schedule`, for the replay of the ready rows of all rules of one replay mode. Rows that
 * wait for a parent in quarantine are not asked for themselves: they come along with the parent,
 * and when it is not replayed they could only fail again.
 * @param at clock of the replay; never behind the domain's last run.
 * @param key the same key is one replay.
 * @returns the replay's id; undefined when nothing is ready.
 */
export async function requestScheduled(
  db: Db,
  domain: string,
  mode: 'nightly' | 'after_run',
  at: Date,
  key: string,
): Promise<number | undefined> {
  const rules = await typedRows(
    db,
    Code,
    `SELECT DISTINCT code FROM quality.rule
    WHERE domain = $1 AND coalesce(replay_override, replay) = $2 AND retired_at IS NULL ORDER BY code`,
    [domain, mode],
  )
  if (rules.length === 0) return undefined
  const filter = { rules: rules.map((r) => r.code), ready: true, waiting: false }
  // A request that finds nothing ready leaves no trace.
  const commitIf = (replay: RequestedReplay) => replay.created && replay.requested > 0
  const replay = await db.transaction(
    async () => {
      const asked = await requestReplay(db, {
        domain,
        scope: { filter },
        kind: 'replay',
        actor: 'schedule',
        asOf: (await domainClock(db, domain, at)).toISOString(),
        idempotencyKey: key,
      })
      if (commitIf(asked)) await addJob(db, replayJob({ id: asked.id, domain }))
      return asked
    },
    { commitIf },
  )
  return replay.requested > 0 ? replay.id : undefined
}
