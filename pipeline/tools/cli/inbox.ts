import type { Db } from '@/lib/shared/db/connection'
import { domains } from '@/pipeline/domains'
import { arrivedIn, byPlace, inboxFolder } from '@/pipeline/service/inbox/folder'
import { mark } from '@/pipeline/service/inbox/mark'
import { blockerOf, type InboxRow, inboxStatus, readInbox } from '@/pipeline/service/inbox/record'
import { retryDelivery, waiveDelivery } from '@/pipeline/service/inbox/verbs'
import { withDb } from './database'
import { reportError } from './failure'
import { domainNamed } from './options'
import { print, printJson, table } from './output'

interface InboxFlags {
  json?: boolean
}

interface Listed {
  delivery: string
  mode: 'full' | 'delta'
  sequence: number | null
  status: InboxRow['status'] | 'new'
  run: number | null
  reason: string | null
}

/** `inbox list`: every delivery on record or in the folder. @returns the exit code. */
export function inboxListCommand(flags: InboxFlags): Promise<number> {
  return withInbox(flags, async (db, inbox) => {
    const rows = await readInbox(db)
    const status = await inboxStatus(db)
    const list: Record<string, object> = {}
    const lines: (string | number)[][] = []
    for (const domain of domains.keys()) {
      const deliveries = await listed(
        rows.filter((r) => r.domain === domain),
        inbox,
        domain,
      )
      const state = { waiting: 0, blocked: null, ...status[domain] }
      list[domain] = { ...state, deliveries }
      for (const d of deliveries) {
        lines.push([
          domain,
          d.delivery,
          d.mode,
          d.sequence ?? '',
          d.status,
          d.run ?? '',
          d.reason ?? '',
        ])
      }
    }
    if (flags.json) printJson({ inbox: inbox ?? null, domains: list })
    else {
      print(inbox ? `inbox: ${inbox}` : 'no inbox: set LAZARET_INBOX')
      if (lines.length > 0) {
        print(table(['domain', 'delivery', 'mode', 'sequence', 'status', 'run', 'reason'], lines))
      }
      for (const [domain, { blocked }] of Object.entries(status)) {
        if (blocked) print(`${domain}: deltas wait until ${blocked.delivery} is retried or waived`)
      }
    }
  })
}

/** `inbox retry <domain> <delivery>`: read it again. @returns the exit code. */
export function inboxRetryCommand(domain: string, delivery: string, flags: InboxFlags) {
  return withInbox(flags, async (db) => {
    domainNamed(domain)
    await retryDelivery(db, domain, delivery)
    if (flags.json) printJson({ domain, delivery, status: 'retry' })
    else print(`${delivery} of ${domain} will be read again by the worker`)
  })
}

/** `inbox waive <domain> <delivery>`: go on without it. @returns the exit code. */
export function inboxWaiveCommand(domain: string, delivery: string, flags: InboxFlags) {
  return withInbox(flags, async (db, inbox) => {
    domainNamed(domain)
    await waiveDelivery(db, domain, delivery, 'terminal')
    const arrived = inbox ? await arrivedIn(inbox, domain) : []
    const dir = arrived.find((d) => d.name === delivery && !d.leadsOut)?.dir
    const at = new Date().toISOString()
    if (dir) await mark(dir, { run: null, status: 'waived', reason: 'waived by terminal', at })
    if (flags.json) printJson({ domain, delivery, status: 'waived' })
    else print(`${delivery} of ${domain} is waived; later deliveries go on without it`)
  })
}

/** On record, and in the folder only. */
async function listed(rows: InboxRow[], inbox: string | undefined, domain: string) {
  const known = rows.map(
    (r): Listed => ({
      delivery: r.delivery,
      mode: r.mode,
      sequence: r.sequence,
      status: r.status,
      run: r.run_id,
      reason: r.waived_by ?? r.reason ?? blockerReason(r, rows),
    }),
  )
  const fresh = (inbox ? await arrivedIn(inbox, domain) : [])
    .filter((a) => !rows.some((r) => r.delivery === a.name))
    .map(
      (a): Listed => ({
        delivery: a.name,
        mode: a.mode,
        sequence: a.sequence,
        status: 'new',
        run: null,
        reason: null,
      }),
    )
  return [...known, ...fresh].sort((a, b) =>
    byPlace({ ...a, name: a.delivery }, { ...b, name: b.delivery }),
  )
}

function blockerReason(row: InboxRow, rows: readonly InboxRow[]): string | null {
  if (row.status !== 'waiting') return null
  const blocker = blockerOf({ name: row.delivery, sequence: row.sequence }, rows)
  return blocker ? `behind ${blocker.delivery}` : null
}

async function withInbox(
  flags: InboxFlags,
  work: (db: Db, inbox: string | undefined) => Promise<void>,
): Promise<number> {
  try {
    await withDb((db, { embedded }) => work(db, inboxFolder(embedded)))
    return 0
  } catch (error) {
    return reportError(error, flags.json)
  }
}
