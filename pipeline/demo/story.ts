/** Eight weeks in the life of a quarantine, one day after the other. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sweepAlerts } from '../alerts/sweep'
import type { Domain } from '../declare/schema'
import type { Db } from '../judge/db'
import { executeReplay } from '../replay/execute'
import { runDelivery } from '../run/deliver'
import { nightlyReplay } from '../schedule/nightly'
import { DAYS } from './calendar'
import { claimFixes, keepManual, leaveNotes } from './people'

/** Nights whose replay has not happened yet, so that something is ready to be replayed. */
const NIGHTS_LEFT = 4
/** The day on which an extract was cut off, and was refused. */
const TRUNCATED_DAY = 50
const HOUR = 3_600_000

/**
 * Runs the deliveries 001, 002, … of a folder with their own clocks.
 * @param onDay told after each day.
 */
export async function tellStory(
  db: Db,
  url: string,
  domain: Domain,
  folder: string,
  onDay: (day: number) => void,
): Promise<void> {
  for (let day = 1; day <= DAYS; day++) {
    const input = join(folder, String(day).padStart(3, '0'))
    if (day === TRUNCATED_DAY) await runTruncated(url, domain, input)
    const report = await runDelivery(url, { domain, input, acceptShrink: true })
    if (report.status !== 'committed') {
      throw new Error(`delivery ${day} ended as ${report.status}: ${report.error?.message ?? ''}`)
    }
    const at = new Date(report.as_of)
    if (day === 1) await keepManual(db, 'VBAK_CLIENTE_INEXISTENTE')
    if (day <= DAYS - NIGHTS_LEFT) await replayNight(db, url, domain, new Date(at.getTime() + HOUR))
    if (day % 7 === 3) await claimFixes(db, new Date(at.getTime() + 8 * HOUR))
    if (day % 9 === 4) await leaveNotes(db, new Date(at.getTime() + 9 * HOUR))
    await sweepAlerts(db, new Date(at.getTime() + 2 * HOUR))
    onDay(day)
  }
  await sweepAlerts(db, new Date())
}

async function replayNight(db: Db, url: string, domain: Domain, at: Date): Promise<void> {
  const id = await nightlyReplay(db, domain.name, at)
  if (id === undefined) return
  await executeReplay(url, domain, id)
  // Done here, not by a worker.
  await db.exec(`SELECT graphile_worker.remove_job($1)`, [`replay:${id}`])
}

/** A full extract that broke off: refused, because it would withdraw far too much. */
async function runTruncated(url: string, domain: Domain, input: string): Promise<void> {
  const broken = `${input}-broken`
  cpSync(input, broken, { recursive: true })
  try {
    const file = join(broken, 'VBAP.csv')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.slice(0, text.lastIndexOf('\n', Math.floor(text.length * 0.6)) + 1))
    await runDelivery(url, { domain, input: broken })
  } finally {
    rmSync(broken, { recursive: true, force: true })
  }
}
