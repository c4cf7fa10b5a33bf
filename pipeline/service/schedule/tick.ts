/**
 * The schedule: what is due between the last time and now, handed to the queue. Each schedule is
 * claimed by a conditional update in the transaction that adds its jobs, so that it fires once,
 * however many workers look; missed times fire once, not one by one.
 */

import type { Db } from '@/lib/shared/db/connection'
import { readSettings } from '@/lib/shared/env'
import { addJob, inboxJob, type Job, NOTIFY_JOB } from '@/lib/shared/queue/job'
import { domains } from '@/pipeline/domains'
import { nextDue } from './cron'

interface Schedule {
  name: 'inbox' | 'nightly_replay' | 'alert_sweep' | 'notify'
  cron: string
  setting: string
  jobs(at: string): Job[]
}

export interface TickOptions {
  /** Whether there is an inbox to look at; default: whether LAZARET_INBOX is set. */
  inbox?: boolean
  /** Told when a time on record cannot be right. */
  log?(line: string): void
  /** Names of domains; default: all that are declared. */
  domains?: readonly string[]
}

/** The schedules of a workspace. */
export function schedules(options: TickOptions = {}): Schedule[] {
  const settings = readSettings()
  const names = options.domains ?? [...domains.keys()]
  const inbox = options.inbox ?? settings.LAZARET_INBOX !== undefined
  return [
    ...(inbox
      ? [
          {
            name: 'inbox' as const,
            cron: settings.LAZARET_INBOX_CRON,
            setting: 'LAZARET_INBOX_CRON',
            jobs: (at: string) => names.map((domain) => inboxJob(domain, at)),
          },
        ]
      : []),
    {
      name: 'nightly_replay',
      cron: settings.LAZARET_NIGHTLY_CRON,
      setting: 'LAZARET_NIGHTLY_CRON',
      jobs: (at) =>
        names.map((domain) => ({
          task: 'nightly_replay',
          payload: { domain, at },
          queue: domain,
          key: `nightly:${domain}`,
        })),
    },
    {
      name: 'alert_sweep',
      cron: '*/5 * * * *',
      setting: 'alert_sweep',
      jobs: (at) => [{ task: 'alert_sweep', payload: { at }, queue: 'alerts', key: 'alert_sweep' }],
    },
    {
      name: 'notify',
      cron: '* * * * *',
      setting: 'notify',
      jobs: (at) => [{ ...NOTIFY_JOB, payload: { at } }],
    },
  ]
}

/** How far the clocks of two workers may differ: less than this is waited for. */
const MAX_AHEAD_MS = 300_000

/**
 * Fires what has become due. A schedule that was never seen before begins now.
 * @param now the clock; everything that is started works with it.
 * @returns names of the schedules that this call has fired.
 */
export async function tick(db: Db, now: Date, options: TickOptions = {}): Promise<string[]> {
  const at = now.toISOString()
  const all = schedules(options)
  const { zone } = await db.row<{ zone: string }>('SELECT time_zone AS zone FROM quality.workspace')
  const known = await db.rows<{ name: string; fired: Date }>(
    'SELECT name, last_fired AS fired FROM quality.schedule',
  )
  const fired: string[] = []
  for (const schedule of all) {
    const last = known.find((k) => k.name === schedule.name)?.fired
    if (!last) {
      await db.exec(
        'INSERT INTO quality.schedule (name, last_fired) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [schedule.name, at],
      )
      continue
    }
    if (last.getTime() > now.getTime() + MAX_AHEAD_MS) {
      await beginAnew(db, schedule.name, last, at)
      options.log?.(
        `schedule ${schedule.name}: last fired at ${last.toISOString()}, which lies in the future; it goes on from now`,
      )
      continue
    }
    if (nextDue(schedule.cron, zone, last, schedule.setting) > now) continue
    if (await fire(db, schedule, last, at)) fired.push(schedule.name)
  }
  return fired
}

/** A clock that was ahead left a time at which nothing would be due until then. */
async function beginAnew(db: Db, name: string, last: Date, at: string): Promise<void> {
  await db.exec(
    `UPDATE quality.schedule SET last_fired = $3
    WHERE name = $1 AND date_trunc('milliseconds', last_fired) = $2`,
    [name, last.toISOString(), at],
  )
}

async function fire(db: Db, schedule: Schedule, last: Date, at: string): Promise<boolean> {
  return db.transaction(async () => {
    const claimed = await db.exec(
      `UPDATE quality.schedule SET last_fired = $3
      WHERE name = $1 AND date_trunc('milliseconds', last_fired) = $2`,
      [schedule.name, last.toISOString(), at],
    )
    if (claimed > 0) for (const job of schedule.jobs(at)) await addJob(db, job)
    return claimed > 0
  })
}
