/** The one way into the job queue, for both drivers. */
import type { Reader } from '@/lib/shared/db/database'

export interface Job {
  task: string
  payload: object
  /** Jobs of one queue are done one after the other. */
  queue: string
  /** A waiting job of the same key is replaced. */
  key: string
}

/** Adds a job, in the caller's transaction where there is one: neither is there without the other. */
export async function addJob(tx: Reader, { task, payload, queue, key }: Job): Promise<void> {
  await tx.rows(
    `SELECT graphile_worker.add_job($1::text, $2::text::json, queue_name := $3::text,
      job_key := $4::text)`,
    [task, JSON.stringify(payload), queue, key],
  )
}

interface DomainObject {
  id: number
  domain: string
}

/** Executes a replay. Added again it waits once; a replay that has ended is left alone. */
export const replayJob = ({ id, domain }: DomainObject): Job => ({
  task: 'replay',
  payload: { id },
  queue: domain,
  key: `replay:${id}`,
})

/** Produces a declaration, after what else the domain has to do. Twice is harmless. */
export const declarationJob = ({ id, domain }: DomainObject): Job => ({
  task: 'declaration',
  payload: { id },
  queue: domain,
  key: `declaration:${id}`,
})

/** Runs what has arrived in the inbox of a domain. @param at clock, ISO 8601. */
export const inboxJob = (domain: string, at: string): Job => ({
  task: 'inbox_run',
  payload: { domain, at },
  queue: domain,
  key: `inbox:${domain}`,
})

/** Sends what is due in the outbox; one worker at a time. */
export const NOTIFY_JOB: Job = { task: 'notify', payload: {}, queue: 'notify', key: 'notify' }
