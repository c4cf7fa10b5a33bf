/** A rebuild: what was delivered since the last full delivery is judged again, from Bronze. */

import { Db } from '@/lib/shared/db/connection'
import { UsageError } from '@/lib/shared/errors'
import { lastJudgement, notBefore, refuseFutureClock } from '@/lib/shared/ledger/clock'
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
 * moves leaves or enters because of the rules (actor `rule`). The clock is that of the last delivery
 * or replay, so that an extract made before the rebuild may still come after it. Gold keeps the key date that it was last
 * computed for, unless another is given.
 * @throws UsageError when nothing was delivered yet.
 */
export async function rebuildDomain(url: string, request: RebuildRequest): Promise<RunReport> {
  const db = await Db.open(url)
  const domain = request.domain.name
  try {
    if (request.asOf) refuseFutureClock(request.asOf, '--as-of')
    const last = await lastJudgement(db, domain)
    if (!last)
      throw new UsageError(`Nothing of ${domain} was delivered yet`, 'Run a delivery first')
    const session = new RunSession(db, request, {
      id: 0,
      domain,
      kind: 'rebuild',
      mode: 'full',
      delivery: null,
      sequence: null,
      at: notBefore({ at: last }, request.asOf ?? last).toISOString(),
      keyDate: request.keyDate ?? null,
      startedAt: new Date().toISOString(),
      acceptShrink: request.acceptShrink ?? false,
    })
    return await session.execute(async () => {
      await session.lock()
      if (request.domain.gold) session.row.keyDate ??= await lastKeyDate(db, domain, session.row.at)
      await session.write(async () => {
        await writeRun(db, session.row, 'running')
        await session.judge({ rebuild: true, modeOf: () => 'none', readerCount: () => undefined })
      })
    })
  } finally {
    await db.close()
  }
}
