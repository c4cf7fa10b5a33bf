/** A rebuild: what was delivered since the last full delivery is judged again, from Bronze. */

import { Db } from '@/lib/shared/db/connection'
import { UsageError } from '@/lib/shared/errors'
import { lastKeyDate } from '@/pipeline/engine/gold/refresh'
import { writeRun } from '@/pipeline/operations/run/record'
import { RunSession } from '@/pipeline/operations/run/session'
import type { RunReport, RunRequest } from '@/pipeline/operations/run/types'

export type RebuildRequest = Pick<
  RunRequest,
  'domain' | 'acceptShrink' | 'asOf' | 'keyDate' | 'dryRun' | 'wait' | 'onProgress' | 'onNote'
>

/**
 * Runs a domain again from its last full delivery onward, with the rules as they are now. What
 * moves leaves or enters because of the rules (actor `rule`). Gold keeps the key date that it was last
 * computed for, unless another is given.
 * @throws UsageError when nothing was delivered yet.
 */
export async function rebuildDomain(url: string, request: RebuildRequest): Promise<RunReport> {
  const db = await Db.open(url)
  const domain = request.domain.name
  try {
    const [last] = await db.rows<{ at: Date }>(
      `SELECT as_of AS at FROM quality.run WHERE domain = $1 AND status = 'committed'
      ORDER BY id DESC LIMIT 1`,
      [domain],
    )
    if (!last)
      throw new UsageError(`Nothing of ${domain} was delivered yet`, 'Run a delivery first')
    // The clock never goes back behind the last run.
    const at = new Date(Math.max(last.at.getTime(), (request.asOf ?? new Date()).getTime()))
    const session = new RunSession(db, request, {
      id: 0,
      domain,
      kind: 'rebuild',
      mode: 'full',
      delivery: null,
      sequence: null,
      at: at.toISOString(),
      keyDate: request.keyDate ?? null,
      startedAt: new Date().toISOString(),
      acceptShrink: request.acceptShrink ?? false,
    })
    return await session.execute(async () => {
      await session.lock()
      if (request.domain.gold) session.row.keyDate ??= await lastKeyDate(db, domain, session.row.at)
      await db.exec('BEGIN')
      await writeRun(db, session.row, 'running')
      if (!request.dryRun) await db.exec('COMMIT')
      await session.judge({ rebuild: true, modeOf: () => 'none', readerCount: () => undefined })
    })
  } finally {
    await db.close()
  }
}
