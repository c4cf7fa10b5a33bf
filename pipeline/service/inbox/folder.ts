/** The inbox on disk: `<inbox>/<domain>/<delivery>/`, complete when it has a _READY file. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { readSettings } from '@/lib/shared/env'
import { DeliveryRefused, LazaretError } from '@/lib/shared/errors'
import { type Ready, readReady } from '@/pipeline/engine/read/delivery'

/** A complete delivery in the inbox. */
export interface Arrived {
  name: string
  dir: string
  mode: 'full' | 'delta'
  sequence: number | null
  /** Clock that the delivery itself names. */
  asOf: Date | undefined
  /** _READY is there but cannot be used: the run will refuse it and say why. */
  broken: boolean
}

/**
 * Where the inbox is: LAZARET_INBOX, else in the data folder when the server is the embedded one.
 * @returns undefined when there is none.
 */
export function inboxFolder(embedded: boolean): string | undefined {
  const { LAZARET_INBOX, LAZARET_DATA } = readSettings()
  return LAZARET_INBOX ?? (embedded ? path.join(LAZARET_DATA, 'inbox') : undefined)
}

/**
 * The complete deliveries of a domain in the order in which they are to be run; a delivery that is
 * still being written is left out. A domain without a folder has none.
 * @throws LazaretError when the folder is there and cannot be read: that is no empty inbox.
 */
export async function arrivedIn(inbox: string, domain: string): Promise<Arrived[]> {
  const folder = path.join(inbox, domain)
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw new LazaretError(`The inbox ${folder} cannot be read (${error.code})`)
  })
  const arrived: Arrived[] = []
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.isFile()) continue
    const dir = path.join(folder, entry.name)
    if (!existsSync(path.join(dir, '_READY'))) continue
    const ready = await readReady(dir).catch((error: unknown) => {
      if (error instanceof DeliveryRefused) return 'broken' as const
      throw error
    })
    if (ready !== undefined) arrived.push(arrivedAs(entry.name, dir, ready))
  }
  return arrived.sort(inOrder)
}

function arrivedAs(name: string, dir: string, ready: Ready | 'broken'): Arrived {
  const { mode = 'full', sequence = null, as_of } = ready === 'broken' ? {} : ready
  const asOf = as_of === undefined ? undefined : new Date(as_of)
  return { name, dir, mode, sequence, asOf, broken: ready === 'broken' }
}

/** What is known of a delivery's place in the order. */
export type Place = Pick<Arrived, 'name' | 'sequence'>

/** By sequence, then by name; without a sequence last. One that cannot be placed comes first. */
function inOrder(a: Arrived, b: Arrived): number {
  if (a.broken !== b.broken) return a.broken ? -1 : 1
  return byPlace(a, b)
}

export function byPlace(a: Place, b: Place): number {
  const rank = ({ sequence }: Place) => sequence ?? Number.POSITIVE_INFINITY
  if (rank(a) !== rank(b)) return rank(a) < rank(b) ? -1 : 1
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
