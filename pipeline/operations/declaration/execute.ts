/**
 * Executes a declaration that was asked for. It takes the domain's turn, so that no run and no
 * replay interleaves, and reads everything from one snapshot: the file, its certificate and the
 * record that it is done are one transaction.
 */

import { type Db, withDb } from '@/lib/shared/db/connection'
import { lockDomain, unlockDomain } from '@/lib/shared/db/turn'
import type { Domain } from '@/pipeline/engine/define/schema'
import { markInterrupted } from '@/pipeline/operations/run/record'
import { produce } from './produce'
import { type DeclarationRow, keepCertificate, keepRefusal, readDeclaration } from './record'

/**
 * Produces the declaration; one that has ended is left alone, one whose process died is done again.
 * @throws DeclarationRefused, or what made it fail: the row says so too. An error of a lost
 *   connection leaves it running, to be done again.
 */
export async function executeDeclaration(
  url: string,
  domain: Domain,
  id: number,
  onNote: (note: string) => void = () => {},
): Promise<void> {
  await withDb(url, async (db) => {
    await lockDomain(db, domain.name, true, onNote)
    const request = await readDeclaration(db, id)
    if (request.status === 'queued' || request.status === 'running') {
      await markInterrupted(db, domain.name)
      await db.exec(
        `UPDATE quality.declaration SET status = 'running', started_at = coalesce(started_at, $2)
        WHERE id = $1`,
        [id, new Date().toISOString()],
      )
      await produceOnce(db, domain, request)
    }
    await unlockDomain(db, domain.name)
  })
}

async function produceOnce(db: Db, domain: Domain, request: DeclarationRow): Promise<void> {
  const { id } = request
  try {
    await db.transaction(async () => keepCertificate(db, id, await produce(db, domain, request)), {
      isolation: 'repeatable read',
    })
  } catch (error) {
    if (await db.isAlive()) await keepRefusal(db, id, error)
    throw error
  }
}
