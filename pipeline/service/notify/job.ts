import type { Job } from '@/lib/shared/queue/job'

/** Looks into the outbox and sends what is due; one worker at a time. */
export const SEND: Job = { task: 'notify', payload: {}, queue: 'notify', key: 'notify' }
