import type { Db } from '@/lib/shared/db/connection'
import { enqueueReplay } from '@/lib/shared/queue/replay'
import { requestReplay } from './request'

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
  const rules = await db.rows<{ code: string }>(
    `SELECT DISTINCT code FROM quality.rule
    WHERE domain = $1 AND coalesce(replay_override, replay) = $2 AND retired_at IS NULL ORDER BY code`,
    [domain, mode],
  )
  if (rules.length === 0) return undefined
  const filter = { rules: rules.map((r) => r.code), ready: true, waiting: false }
  const query = <T>(sql: string, values: unknown[]) => db.rows<T>(sql, values)
  await db.exec('BEGIN')
  try {
    const replay = await requestReplay(query, {
      domain,
      scope: { filter },
      kind: 'replay',
      actor: 'schedule',
      asOf: (await notBehindRuns(db, domain, at)).toISOString(),
      idempotencyKey: key,
    })
    const wanted = replay.created && replay.requested > 0
    if (wanted) await enqueueReplay(query, { id: replay.id, domain })
    await db.exec(wanted ? 'COMMIT' : 'ROLLBACK')
    return replay.requested > 0 ? replay.id : undefined
  } catch (error) {
    await db.exec('ROLLBACK')
    throw error
  }
}

/** The moment, or that of the domain's last committed run where that is later. */
export async function notBehindRuns(db: Db, domain: string, at: Date): Promise<Date> {
  const [last] = await db.rows<{ at: Date | null }>(
    `SELECT max(as_of) AS at FROM quality.run WHERE domain = $1 AND status = 'committed'`,
    [domain],
  )
  return last?.at && last.at > at ? last.at : at
}
