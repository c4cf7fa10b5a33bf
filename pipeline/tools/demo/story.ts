/** Eight weeks in the life of a quarantine, one day after the other. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '@/lib/shared/db/connection'
import type { Domain } from '@/pipeline/engine/define/schema'
import { executeReplay } from '@/pipeline/operations/replay/execute'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { sweepAlerts } from '@/pipeline/service/alerts/sweep'
import { nightlyReplay } from '@/pipeline/service/schedule/nightly'
import { DAYS, deliveryOn } from './calendar'
import { claimFixes, closeOld, declare, keepManual, leaveNotes } from './people'
import type { DemoDomain } from './plan'

/** Nights whose replay has not happened yet, so that something is ready to be replayed. */
const NIGHTS_LEFT = 4
const HOUR = 3_600_000

/**
 * Runs each domain's deliveries 001, 002, … of `<folder>/<domain>` with their own clocks.
 * @param onDay told after each day.
 */
export async function tellStory(
  db: Db,
  url: string,
  plans: readonly DemoDomain[],
  folder: string,
  onDay: (day: number) => void,
): Promise<void> {
  for (const { manual } of plans) if (manual) await keepManual(db, manual)
  for (let day = 1; day <= DAYS; day++) {
    let latest: Date | undefined
    for (const plan of plans) {
      const delivery = deliveryOn(day, plan.everyDays)
      if (delivery === undefined) continue
      const at = await tellDay(db, url, plan, folder, day, delivery)
      if (!latest || at > latest) latest = at
    }
    if (latest) await sweepAlerts(db, new Date(latest.getTime() + 2 * HOUR))
    onDay(day)
  }
  for (const { domain } of plans) await declare(db, url, domain, new Date())
  await sweepAlerts(db, new Date())
}

/** A domain's delivery of the day, and what people do after it. @returns its clock. */
async function tellDay(
  db: Db,
  url: string,
  plan: DemoDomain,
  folder: string,
  day: number,
  delivery: number,
): Promise<Date> {
  const { domain, truncated, people } = plan
  const input = join(folder, domain.name, String(delivery).padStart(3, '0'))
  if (delivery === truncated?.delivery) await runTruncated(url, domain, input, truncated.file)
  const report = await runDelivery(url, { domain, input, acceptShrink: true })
  if (report.status !== 'committed') {
    throw new Error(
      `${domain.name} ${delivery} ended as ${report.status}: ${report.error?.message ?? ''}`,
    )
  }
  const at = new Date(report.as_of)
  const later = (hours: number) => new Date(at.getTime() + hours * HOUR)
  if (day <= DAYS - NIGHTS_LEFT) await replayNight(db, url, domain, later(1))
  if (delivery % 14 === 3) await claimFixes(db, domain, people, later(8))
  if (plan.everyDays >= 7 || delivery % 7 === 5) await closeOld(db, plan, later(8))
  if (delivery % 9 === 4) await leaveNotes(db, domain, people, later(9))
  return at
}

async function replayNight(db: Db, url: string, domain: Domain, at: Date): Promise<void> {
  const id = await nightlyReplay(db, domain.name, at)
  if (id === undefined) return
  await executeReplay(url, domain, id)
  // Done here, not by a worker.
  await db.exec(`SELECT graphile_worker.remove_job($1)`, [`replay:${id}`])
}

/** A full extract that broke off: refused, because it would withdraw far too much. */
async function runTruncated(
  url: string,
  domain: Domain,
  input: string,
  name: string,
): Promise<void> {
  const broken = `${input}-broken`
  cpSync(input, broken, { recursive: true })
  try {
    const file = join(broken, name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.slice(0, text.lastIndexOf('\n', Math.floor(text.length * 0.6)) + 1))
    await runDelivery(url, { domain, input: broken })
  } finally {
    rmSync(broken, { recursive: true, force: true })
  }
}
