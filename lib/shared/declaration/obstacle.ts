/**
 * Why a domain cannot declare now. One place for the pipeline, which refuses, and for the app,
 * which says so beforehand; independent of the driver.
 */

import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { isHeldSql } from '@/lib/shared/db/locks'
import { typedRows } from '@/lib/shared/db/typed-rows'

const OBSTACLES = [
  'no_run',
  'run_in_progress',
  'run_refused',
  'run_failed',
  'run_interrupted',
  'check_failed',
  'replay_waiting',
  'replay_failed',
] as const

export interface Obstacle {
  reason: (typeof OBSTACLES)[number]
  /** The run that is in the way, or whose state cannot be declared. */
  run?: number
  replay?: number
  /** Names of the checks that did not hold. */
  checks?: string[]
  /** What the run or replay itself says. */
  message?: string
}

/** Word of a run's status → the obstacle that it is. */
const OF_RUN = {
  refused: 'run_refused',
  failed: 'run_failed',
  interrupted: 'run_interrupted',
} as const

const Latest = z.object({
  id: z.number(),
  status: z.enum(['running', 'committed', 'refused', 'failed', 'interrupted']),
  held: z.boolean(),
  message: z.string().nullable(),
  checks: z.array(z.string()).nullable(),
})

const LastReplay = z.object({
  id: z.number(),
  status: z.string(),
  message: z.string().nullable(),
})

/**
 * What stands in the way of a declaration: the domain's latest run has to be committed with every
 * check, and no replay since may be waiting or have failed. Undefined: nothing.
 */
export async function declarationObstacle(
  db: Reader,
  domain: string,
): Promise<Obstacle | undefined> {
  const [run] = await typedRows(
    db,
    Latest,
    `SELECT r.id, r.status, ${isHeldSql('turn', 'r.domain')} AS held, r.error->>'message' AS message,
      (SELECT array_agg(c.name ORDER BY c.name) FROM quality.check_result c
        WHERE c.run_id = r.id AND NOT c.ok) AS checks
    FROM quality.run r WHERE r.domain = $1 ORDER BY r.id DESC LIMIT 1`,
    [domain],
  )
  if (!run) return { reason: 'no_run' }
  const of = {
    run: run.id,
    ...(run.checks ? { checks: run.checks } : {}),
    ...(run.message ? { message: run.message } : {}),
  }
  if (run.status === 'running') {
    return { reason: run.held ? 'run_in_progress' : 'run_interrupted', ...of }
  }
  if (run.status !== 'committed') return { reason: OF_RUN[run.status], ...of }
  if (run.checks) return { reason: 'check_failed', ...of }
  return replayInTheWay(db, domain, run.id)
}

/** A replay that failed is in the way until another one, or a run, has gone well. */
async function replayInTheWay(
  db: Reader,
  domain: string,
  run: number,
): Promise<Obstacle | undefined> {
  const [replay] = await typedRows(
    db,
    LastReplay,
    `SELECT p.id, p.status, p.error->>'message' AS message FROM quality.replay p
    WHERE p.domain = $1 AND p.kind = 'replay' AND (p.status IN ('queued', 'running') OR p.id = (
      SELECT max(l.id) FROM quality.replay l WHERE l.domain = $1 AND l.kind = 'replay'
        AND l.references_run >= $2 AND l.status IN ('done', 'failed')))
    ORDER BY p.status IN ('queued', 'running') DESC, p.id LIMIT 1`,
    [domain, run],
  )
  if (!replay || replay.status === 'done') return undefined
  const reason = replay.status === 'failed' ? 'replay_failed' : 'replay_waiting'
  return { reason, run, replay: replay.id, ...(replay.message ? { message: replay.message } : {}) }
}
