/** `npm run worker`: replays, inbox, nightly replays and alert sweeps; any number of them. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenDatabase } from '@/lib/shared/db/connect'
import { readSettings } from '@/lib/shared/env'
import { describeError, UsageError } from '@/lib/shared/errors'
import { oneLine } from '@/lib/shared/util/printable'
import { inboxFolder } from '@/pipeline/service/inbox/folder'
import { checkCron } from '@/pipeline/service/schedule/cron'
import { schedules } from '@/pipeline/service/schedule/tick'
import { openPrepared } from '@/pipeline/service/start/prepare'
import { stopRequested } from '@/pipeline/service/start/stop'
import { work } from './run'

const log = (line: string) => console.error(`${new Date().toISOString()} worker: ${oneLine(line)}`)

async function main(): Promise<void> {
  const { LAZARET_TIMEZONE } = readSettings()
  for (const { cron, setting } of schedules({ inbox: true })) {
    checkCron(cron, LAZARET_TIMEZONE, setting)
  }
  const stopping = new AbortController()
  void stopRequested().then(() => stopping.abort())
  const database = await opened(stopping.signal)
  if (!database) return
  const inbox = inboxFolder(database.embedded)
  log(inbox ? `inbox: ${inbox}` : 'no inbox (LAZARET_INBOX is not set)')
  const clean = await work({ url: database.url, inbox, signal: stopping.signal, log })
  // A job that was given up still has its connection; the server ends it when we are gone.
  await Promise.race([database.close(), sleep(clean ? 5000 : 500, undefined, { ref: false })])
}

/** The database, once it is there; a setting that makes no sense is not waited for. */
async function opened(signal: AbortSignal): Promise<OpenDatabase | undefined> {
  for (let wait = 500; !signal.aborted; wait = Math.min(wait * 2, 15_000)) {
    try {
      return await openPrepared()
    } catch (error) {
      if (error instanceof UsageError) throw error
      log(`${describeError(error)}; trying again in ${wait / 1000} s`)
      await sleep(wait, undefined, { signal }).catch(() => {})
    }
  }
  return undefined
}

main().then(
  () => process.exit(0),
  (error) => {
    log(describeError(error))
    process.exit(1)
  },
)
