/**
 * Computes the Gold of a domain inside the caller's transaction, the one that writes Silver: figures,
 * coverage and checks together, so that they agree at every commit.
 */

import type { Statements } from '@/lib/shared/db/connection'
import type { CheckOutcome } from '@/pipeline/engine/check/outcome'
import type { DatasetPlan } from '@/pipeline/engine/compile/plan'
import { goldRelations } from '@/pipeline/engine/compile/relations'
import type { Domain } from '@/pipeline/engine/define/schema'
import { createRelation } from '@/pipeline/engine/evaluate/temporary'
import { goldChecks } from './checks'
import { writeCoverage } from './coverage'
import { applyDifference, type Changes, goldColumns } from './difference'
import { writeMembers } from './members'
import { countRows, onKeyDate } from './rows'

export interface RefreshRequest {
  /** Key date, YYYY-MM-DD. */
  keyDate: string
  /** Clock of the run or replay, ISO 8601. */
  at: string
  runId: number | null
  replayId?: number
}

export interface Refreshed {
  keyDate: string
  /** Gold table → rows written, changed, removed. */
  changes: Record<string, Changes>
  checks: CheckOutcome[]
  seconds: number
}

/**
 * Brings a domain's Gold up to date; undefined for a domain that declares none.
 * @param plans of the domain's datasets.
 */
export async function refreshGold(
  db: Statements,
  domain: Domain,
  plans: readonly DatasetPlan[],
  { keyDate, at, runId, replayId }: RefreshRequest,
): Promise<Refreshed | undefined> {
  const { gold } = domain
  const dialect = plans[0]?.dialect
  if (!gold || !dialect) return undefined
  const since = performance.now()
  const changes: Record<string, Changes> = {}
  const tables = await goldColumns(db)
  const columns = (name: string) => tables.get(name) ?? new Map<string, string>()
  const step = async (after: string | undefined) => {
    for (const s of gold.steps.filter((s) => s.after === after)) {
      const step = goldRelations(dialect).step(s.name)
      await createRelation(db, dialect, step, onKeyDate(dialect, s.select, keyDate))
    }
  }
  await step(undefined)
  for (const { name, key, select } of gold.tables) {
    changes[name] = await applyDifference(db, dialect, {
      name,
      key,
      columns: columns(name),
      select: onKeyDate(dialect, select, keyDate),
    })
    await step(name)
  }
  const countings = await countRows(db, plans, gold, keyDate)
  Object.assign(changes, await writeCoverage(db, dialect, domain.name, gold, countings, columns))
  changes.retida = await writeMembers(
    db,
    dialect,
    domain.name,
    countings,
    keyDate,
    columns('retida'),
  )
  const checks = await goldChecks(db, domain.name, gold, countings, keyDate)
  const seconds = Math.round(performance.now() - since) / 1000
  await db.exec(
    `INSERT INTO quality.gold_refresh (domain, key_date, run_id, replay_id, computed_at, seconds, changes)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [domain.name, keyDate, runId, replayId ?? null, at, seconds, JSON.stringify(changes)],
  )
  return { keyDate, changes, checks, seconds }
}

/** The day of a moment in the workspace's zone: the key date where none is given. */
export async function dayOf(db: Statements, at: string): Promise<string> {
  const { day } = await db.row<{ day: string }>(
    'SELECT ($1::timestamptz AT TIME ZONE time_zone)::date::text AS day FROM quality.workspace',
    [at],
  )
  return day
}

/** The key date that a domain's Gold was last computed for; else the day of `at`. */
export async function lastKeyDate(db: Statements, domain: string, at: string): Promise<string> {
  const [last] = await db.rows<{ day: string }>(
    `SELECT key_date::text AS day FROM quality.gold_refresh WHERE domain = $1
    ORDER BY id DESC LIMIT 1`,
    [domain],
  )
  return last?.day ?? dayOf(db, at)
}
