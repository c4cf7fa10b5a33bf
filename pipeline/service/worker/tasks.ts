/** What the queue's jobs do. Everything works with the clock of its payload. */
import type { JobHelpers, TaskList } from 'graphile-worker'
import { z } from 'zod'
import { withDb } from '@/lib/shared/db/connection'
import { domains } from '@/pipeline/domains'
import type { Domain } from '@/pipeline/engine/define/schema'
import { executeDeclaration } from '@/pipeline/operations/declaration/execute'
import { readDeclaration } from '@/pipeline/operations/declaration/record'
import { executeReplay } from '@/pipeline/operations/replay/execute'
import { readReplay } from '@/pipeline/operations/replay/record'
import { sweepAlerts } from '@/pipeline/service/alerts/sweep'
import { scanInbox } from '@/pipeline/service/inbox/scan'
import { writeDigests } from '@/pipeline/service/notify/digest'
import { forgetOld } from '@/pipeline/service/notify/retention'
import { sendDue } from '@/pipeline/service/notify/send'
import { nightlyReplay } from '@/pipeline/service/schedule/nightly'
import { Stopped } from './stopped'

export interface WorkContext {
  url: string
  /** Undefined: no inbox. */
  inbox: string | undefined
  /** Aborted when the worker is asked to stop. */
  signal: AbortSignal
  log(line: string): void
  domainOf?(name: string): Domain | undefined
}

const Id = z.object({ id: z.number().int() })
const DomainAt = z.object({ domain: z.string(), at: z.iso.datetime({ offset: true }) })
const At = z.object({ at: z.iso.datetime({ offset: true }) })

type Work = (context: WorkContext, payload: unknown) => Promise<void>

const WORK: Record<string, Work> = {
  async replay(context, payload) {
    const { id } = Id.parse(payload)
    const { url, log, signal } = context
    const { domain: name } = await withDb(url, (db) => readReplay(db, id))
    const domain = domainNamed(context, name)
    if (!domain) return
    log(`replay ${id} of ${name} begins`)
    await executeReplay(url, domain, id, {
      signal,
      onNote: (note) => log(`replay ${id}: ${note}`),
    }).catch(async (error: unknown) => {
      const { status } = await withDb(url, (db) => readReplay(db, id))
      // Failed is an outcome, on record; anything else (a lost connection) is tried again.
      if (status !== 'failed') throw error
      log(`replay ${id} failed: ${error instanceof Error ? error.message : error}`)
    })
    const { status } = await withDb(url, (db) => readReplay(db, id))
    log(`replay ${id} is ${status}`)
    if (signal.aborted && (status === 'queued' || status === 'running')) throw new Stopped()
  },

  async declaration(context, payload) {
    const { id } = Id.parse(payload)
    const { url, log } = context
    const { domain: name } = await withDb(url, (db) => readDeclaration(db, id))
    const domain = domainNamed(context, name)
    if (!domain) return
    await executeDeclaration(url, domain, id, (note) => log(`declaration ${id}: ${note}`)).catch(
      async (error: unknown) => {
        const { status } = await withDb(url, (db) => readDeclaration(db, id))
        // Refused or failed is an outcome, on record; a lost connection is tried again.
        if (status !== 'refused' && status !== 'failed') throw error
        log(`declaration ${id}: ${error instanceof Error ? error.message : error}`)
      },
    )
    const { status } = await withDb(url, (db) => readDeclaration(db, id))
    log(`declaration ${id} of ${name} is ${status}`)
  },

  async inbox_run(context, payload) {
    const { domain: name, at } = DomainAt.parse(payload)
    const domain = domainNamed(context, name)
    if (!domain || !context.inbox) return
    const { url, inbox, signal, log } = context
    await scanInbox(url, { domain, inbox, at: new Date(at), signal, onNote: log })
    if (signal.aborted) throw new Stopped()
  },

  async nightly_replay(context, payload) {
    const { domain, at } = DomainAt.parse(payload)
    if (!domainNamed(context, domain)) return
    const id = await withDb(context.url, (db) => nightlyReplay(db, domain, new Date(at)))
    if (id !== undefined) context.log(`nightly replay ${id} of ${domain} is asked for`)
  },

  async alert_sweep({ url }, payload) {
    const { at } = At.parse(payload)
    await withDb(url, (db) => sweepAlerts(db, new Date(at)))
  },

  /** With a time: the schedule asks, and digests may be due. */
  async notify({ url, signal, log }, payload) {
    const { at } = At.partial().parse(payload)
    await withDb(url, async (db) => {
      if (at) {
        await writeDigests(db, new Date(at))
        await forgetOld(db, new Date(at))
      }
      await sendDue(db, { signal, log })
    })
  },
}

/**
 * The tasks for the queue library. A job that the stopping worker gives up goes back into the queue
 * at once and as new: it has not failed.
 */
export function taskList(context: WorkContext): TaskList {
  const tasks = Object.entries(WORK).map(([name, work]) => [
    name,
    async (payload: unknown, helpers: JobHelpers) => {
      try {
        await work(context, payload)
      } catch (error) {
        if (!(error instanceof Stopped)) throw error
        await putBack(helpers)
      }
    },
  ])
  return Object.fromEntries(tasks)
}

async function putBack({ job, addJob, query }: JobHelpers): Promise<void> {
  const { rows } = await query<{ queue: string | null }>(
    'SELECT queue_name AS queue FROM graphile_worker.jobs WHERE id = $1',
    [job.id],
  )
  await addJob(job.task_identifier, job.payload, {
    queueName: rows[0]?.queue ?? undefined,
    jobKey: job.key ?? undefined,
  })
}

function domainNamed(context: WorkContext, name: string): Domain | undefined {
  const domain = context.domainOf ? context.domainOf(name) : domains.get(name)
  if (!domain) context.log(`there is no domain "${name}" any more; its job is dropped`)
  return domain
}
