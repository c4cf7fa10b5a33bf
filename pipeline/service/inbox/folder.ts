/** The inbox on disk: `<inbox>/<domain>/<delivery>/`, complete when it has a _READY file. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { readSettings } from '@/lib/shared/env'
import { DeliveryRefused, LazaretError } from '@/lib/shared/errors'
import { type Ready, readReady } from '@/pipeline/engine/read/delivery'
import { isInside } from '@/pipeline/engine/read/regular'

/** A complete delivery in the inbox. */
export interface Arrived {
  name: string
  dir: string
  mode: 'full' | 'delta'
  sequence: number | null
  /** Clock that the delivery itself names. */
  asOf: Date | undefined
  /** It cannot be used as it lies there: the run will refuse it and say why. */
  broken: boolean
  /** It is a link that leads out of the inbox: nothing is read or written there. */
  leadsOut: boolean
}

type Entry = Pick<Arrived, 'name' | 'dir' | 'leadsOut'>

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
 * @param known names that need no look: their `_READY` is not read again
 * @throws LazaretError when the folder is there and cannot be read: that is no empty inbox.
 */
export async function arrivedIn(
  inbox: string,
  domain: string,
  known: { has(name: string): boolean } = new Set(),
): Promise<Arrived[]> {
  const arrived: Arrived[] = []
  for (const entry of await entriesOf(inbox, domain)) {
    if (known.has(entry.name) || !existsSync(path.join(entry.dir, '_READY'))) continue
    const ready = entry.leadsOut ? 'broken' : await readyOf(entry.dir)
    if (ready !== undefined) arrived.push(arrivedAs(entry, ready))
  }
  return arrived.sort(inOrder)
}

async function entriesOf(inbox: string, domain: string): Promise<Entry[]> {
  const folder = path.join(inbox, domain)
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw new LazaretError(`The inbox ${folder} cannot be read (${error.code})`)
  })
  const found: Entry[] = []
  for (const entry of entries) {
    const link = entry.isSymbolicLink()
    if (entry.name.startsWith('.') || !(link || entry.isDirectory())) continue
    const dir = path.join(folder, entry.name)
    const leadsOut = link && !(await isInside(folder, dir).catch(() => false))
    found.push({ name: entry.name, dir, leadsOut })
  }
  return found
}

function readyOf(dir: string): Promise<Ready | 'broken' | undefined> {
  return readReady(dir).catch((error: unknown) => {
    if (error instanceof DeliveryRefused) return 'broken' as const
    throw error
  })
}

function arrivedAs(entry: Entry, ready: Ready | 'broken'): Arrived {
  const { mode = 'full', sequence = null, as_of } = ready === 'broken' ? {} : ready
  const asOf = as_of === undefined ? undefined : new Date(as_of)
  return { ...entry, mode, sequence, asOf, broken: ready === 'broken' }
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
