/**
 * One look at the database every two seconds for all who watch, whatever their number; nobody
 * watching, nobody looking.
 */

import { readVersion } from '@/lib/server/queries/live'
import { database } from '@/lib/shared/db/client'
import { within } from '@/lib/shared/util/timeout'

/** `away`: the database does not answer. */
type Pulse = { version: string } | { away: true }
type Watcher = (pulse: Pulse) => void

const EVERY_MS = 2000
/** No answer for so long is no database. */
const PATIENCE_MS = 3000

interface Heart {
  watchers: Set<Watcher>
  timer: NodeJS.Timeout | undefined
  last: string
}

const shared = globalThis as typeof globalThis & { lazaretHeart?: Heart }

/** Calls `watcher` when something changed, and once at the start. @returns how to stop. */
export function watch(watcher: Watcher): () => void {
  shared.lazaretHeart ??= { watchers: new Set(), timer: undefined, last: '' }
  const heart = shared.lazaretHeart
  heart.watchers.add(watcher)
  if (heart.timer === undefined) void beat(heart)
  else if (heart.last !== '') watcher(JSON.parse(heart.last) as Pulse)
  return () => {
    heart.watchers.delete(watcher)
    if (heart.watchers.size > 0) return
    clearTimeout(heart.timer)
    heart.timer = undefined
    heart.last = ''
  }
}

async function beat(heart: Heart): Promise<void> {
  const pulse: Pulse = await within(PATIENCE_MS, readVersion(database())).then(
    (version) => ({ version }),
    () => ({ away: true }),
  )
  const text = JSON.stringify(pulse)
  if (text !== heart.last) for (const watcher of heart.watchers) watcher(pulse)
  heart.last = text
  if (heart.watchers.size === 0) return
  heart.timer = setTimeout(() => void beat(heart), EVERY_MS)
  heart.timer.unref()
}
