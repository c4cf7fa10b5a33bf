/** What a person can do about a delivery that was refused or failed. */

import type { Db } from '@/lib/shared/db/connection'
import { UsageError } from '@/lib/shared/errors'
import { addJob, inboxJob } from '@/lib/shared/queue/job'
import { type InboxRow, readInbox } from './record'

/**
 * A refused or failed delivery is to be read again, after its files were corrected.
 * @throws UsageError when there is nothing to retry, or a later full delivery has replaced it.
 */
export async function retryDelivery(db: Db, domain: string, delivery: string): Promise<void> {
  const row = await stuck(db, domain, delivery)
  if (!row.blocks) {
    throw new UsageError(
      `A full delivery of ${domain} was committed after ${delivery}`,
      'Its rows would be older than what is there; deliver what is missing anew',
    )
  }
  await change(db, row, `status = 'retry'`, [])
}

/**
 * A refused or failed delivery is given up by name; later deltas go on without it.
 * @throws UsageError when there is nothing to waive.
 */
export async function waiveDelivery(
  db: Db,
  domain: string,
  delivery: string,
  actor: string,
): Promise<void> {
  const row = await stuck(db, domain, delivery)
  await change(db, row, `status = 'waived', waived_by = $4`, [actor])
}

async function stuck(db: Db, domain: string, delivery: string): Promise<InboxRow> {
  const rows = await readInbox(db, domain)
  const row = rows.find((r) => r.delivery === delivery)
  if (row && ['refused', 'failed', 'retry'].includes(row.status)) return row
  const names = rows.filter((r) => ['refused', 'failed'].includes(r.status)).map((r) => r.delivery)
  throw new UsageError(
    row
      ? `Delivery ${delivery} of ${domain} is ${row.status}, neither refused nor failed`
      : `No delivery ${delivery} of ${domain} is on record`,
    names.length > 0 ? `Refused or failed: ${names.join(', ')}` : 'None is refused or failed',
  )
}

/** Only from the status that was seen; the inbox is looked at soon. */
async function change(db: Db, row: InboxRow, set: string, values: string[]): Promise<void> {
  await db.transaction(async () => {
    const changed = await db.exec(
      `UPDATE quality.inbox SET ${set} WHERE domain = $1 AND delivery = $2 AND status = $3`,
      [row.domain, row.delivery, row.status, ...values],
    )
    if (changed === 0) {
      throw new UsageError(`Delivery ${row.delivery} has just changed`, 'Look again')
    }
    await addJob(db, inboxJob(row.domain, new Date().toISOString()))
  })
}
