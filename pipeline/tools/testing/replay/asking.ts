/** Asks for replays and executes them, in short; for tests. */

import { Db } from '@/lib/shared/db/connection'
import { type ReplayRequest, requestReplay } from '@/lib/shared/replay/request'
import type { Scope } from '@/lib/shared/scope'
import type { Domain } from '@/pipeline/engine/define/schema'
import { type ExecuteOptions, executeReplay } from '@/pipeline/operations/replay/execute'
import { type ReplayReport, replayReport } from '@/pipeline/operations/replay/report'
import type { Adhoc } from '@/pipeline/tools/testing/adhoc'

export const EVERYTHING: Scope = { filter: {} }

export type Ask = Partial<Omit<ReplayRequest, 'domain'>>

/** Inserts a request. @returns its number. */
export async function ask(db: Db, domain: Domain, request: Ask = {}): Promise<number> {
  const { id } = await db.transaction((tx) =>
    requestReplay(tx, {
      domain: domain.name,
      scope: EVERYTHING,
      kind: 'replay',
      actor: 'ana',
      ...request,
    }),
  )
  return id
}

/** Asks on a connection of its own, as a client does. */
export async function askAlone(url: string, domain: Domain, request: Ask = {}): Promise<number> {
  const db = await Db.open(url)
  try {
    return await ask(db, domain, request)
  } finally {
    await db.close()
  }
}

/** Asks and executes; the report, also of a replay that failed. */
export async function replay(
  t: Adhoc,
  request: Ask = {},
  options: ExecuteOptions = {},
): Promise<ReplayReport> {
  const id = await ask(t.db, t.domain, request)
  await executeReplay(t.url, t.domain, id, options).catch(() => {})
  return replayReport(t.db, id)
}

/** The report in short: `total = settled S + failing F + skipped K`. */
export const figures = (r: ReplayReport): string =>
  `${r.total} = ${r.settled} S + ${r.still_failing} F + ${r.skipped} K`

/** Ids of the rows that are ready, and of those that a preview of everything would settle. */
export async function readyAndPreviewed(t: Adhoc): Promise<{ ready: string[]; would: string[] }> {
  const preview = await replay(t, { kind: 'preview' })
  const ids = async (sql: string, values: unknown[] = []) =>
    (await t.db.rows<{ id: string }>(sql, values)).map((r) => r.id)
  return {
    ready: await ids(
      `SELECT dataset || ' ' || coalesce(key_text, '') AS id FROM quality.quarantine
      WHERE statut = 'A_TRAITER' AND ready ORDER BY 1`,
    ),
    would: await ids(
      `SELECT q.dataset || ' ' || coalesce(q.key_text, '') AS id FROM quality.replay_item i
      LEFT JOIN quality.quarantine q ON q.id = i.quarantine_id
      WHERE i.replay_id = $1 AND i.outcome = 'settled' ORDER BY 1`,
      [preview.replay],
    ),
  }
}

/** Everything but the replays themselves, as one text. */
export const rest = async (t: Adhoc): Promise<string> =>
  (await t.state())
    .split(/\n(?=quality\.|silver\.)/)
    .filter((part) => !part.startsWith('quality.replay'))
    .join('\n')
