/** Does a delivery come in its turn: later than the last one, and not a second time? */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { DeliveryRefused } from '@/lib/shared/errors'
import { lastDeliveryClock } from '@/lib/shared/ledger/clock'
import type { Delivery } from '@/pipeline/engine/read/delivery'
import type { RunSession } from './session'

/** Thrown when the delivery is on record already, with the same content: nothing is to be done. */
export class AlreadyCommitted extends Error {
  override readonly name = 'AlreadyCommitted'
  constructor(
    /** The run that committed it. */
    readonly run: number,
  ) {
    super(`The same files were committed as run ${run}: nothing was changed`)
  }
}

/** @throws DeliveryRefused as_of */
export async function refuseEarlierClock({ db, row }: RunSession): Promise<void> {
  const last = await lastDeliveryClock(db, row.domain)
  if (!last || last <= new Date(row.at)) return
  throw new DeliveryRefused(
    'as_of',
    `The clock of this run, ${row.at}, is earlier than the last run of ${row.domain}, ${last.toISOString()}`,
    {},
    'Deliver in order, or give a later --as-of',
  )
}

/**
 * A delivery that was overtaken by a newer one would bring old values back, whatever its mode. The
 * last committed sequence counts, not the highest: `acceptSequence` begins a new order.
 * @throws DeliveryRefused sequence
 */
export async function refuseOlderSequence(
  { db, row }: RunSession,
  acceptSequence: boolean,
): Promise<void> {
  if (row.sequence === null || acceptSequence) return
  const [last] = await db.rows<{ id: number; sequence: number }>(
    `SELECT id, sequence FROM quality.run
    WHERE domain = $1 AND status = 'committed' AND kind = 'delivery' AND sequence IS NOT NULL
    ORDER BY id DESC LIMIT 1`,
    [row.domain],
  )
  if (!last || last.sequence < row.sequence) return
  const again = last.sequence === row.sequence
  const what = again
    ? `Sequence ${row.sequence} of ${row.domain} is committed as run ${last.id}, with other files`
    : `Sequence ${row.sequence} of ${row.domain} comes after ${last.sequence}, which is committed`
  throw new DeliveryRefused(
    'sequence',
    what,
    {},
    'Deliver in order. Where the sender began to count anew, run it with --accept-sequence',
  )
}

interface Candidate {
  id: number
  /** Source, and what its file holds. */
  files: { source: string; sha256: string }[]
}

/**
 * Is this a delivery that was committed before? It is the same one when it names the same sequence,
 * else the same clock, else when it comes from the same folder although a newer one was committed
 * since; and its files have the same content. Without a word of its own an unchanged extract of
 * today is no repeat of yesterday's.
 * @throws AlreadyCommitted
 */
export async function refuseRepeat(
  session: RunSession,
  delivery: Delivery,
  asOfGiven: boolean,
): Promise<void> {
  const { db, row } = session
  const clock = delivery.ready?.as_of
  if (row.sequence === null && clock === undefined && asOfGiven) return
  const same =
    row.sequence !== null
      ? 'r.sequence = $4'
      : clock !== undefined
        ? 'r.sequence IS NULL AND r.as_of = $4::timestamptz'
        : `r.sequence IS NULL AND r.delivery = $4 AND EXISTS (SELECT FROM quality.run n
            WHERE n.domain = r.domain AND n.kind = 'delivery' AND n.status = 'committed'
              AND n.id > r.id)`
  const candidates = await db.rows<Candidate>(
    `SELECT r.id, (SELECT json_agg(json_build_object('source', f.source, 'sha256', f.sha256))
        FROM quality.run_file f WHERE f.run_id = r.id) AS files
    FROM quality.run r
    WHERE r.domain = $1 AND r.kind = 'delivery' AND r.status = 'committed' AND r.mode = $2
      AND (SELECT count(*) FROM quality.run_file f WHERE f.run_id = r.id) = $3 AND ${same}
    ORDER BY r.id DESC`,
    [
      row.domain,
      row.mode,
      [...delivery.files.values()].flat().length,
      row.sequence ?? clock ?? row.delivery,
    ],
  )
  if (candidates.length === 0) return
  const own: Candidate['files'] = []
  for (const [source, paths] of delivery.files) {
    for (const path of paths) own.push({ source, sha256: await sha256Of(path) })
  }
  const print = fingerprint(own)
  const known = candidates.find(({ files }) => fingerprint(files) === print)
  if (known) throw new AlreadyCommitted(known.id)
}

const fingerprint = (files: Candidate['files']): string =>
  files
    .map(({ source, sha256 }) => `${source} ${sha256}`)
    .toSorted()
    .join('\n')

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash).catch((error: NodeJS.ErrnoException) => {
    const file = path.slice(path.lastIndexOf('/') + 1)
    throw new DeliveryRefused('unreadable_file', `${file} cannot be read (${error.code})`, { file })
  })
  return hash.digest('hex')
}
