/** Runs what has arrived in the inbox of a domain, in order, each delivery once. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Db } from '@/lib/shared/db/connection'
import { lockArguments } from '@/lib/shared/db/locks'
import { DeliveryRefused } from '@/lib/shared/errors'
import { domainClock } from '@/lib/shared/ledger/clock'
import type { Domain } from '@/pipeline/engine/define/schema'
import { isInside } from '@/pipeline/engine/read/regular'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import type { RunReport } from '@/pipeline/operations/run/types'
import { type Arrived, arrivedIn, byPlace } from './folder'
import { isMarked, type Mark, mark } from './mark'
import { blockerOf, type InboxRow, readInbox, writeOutcome } from './record'

export interface ScanRequest {
  domain: Domain
  inbox: string
  /** Clock of deliveries that name none. */
  at: Date
  /** Aborted: no further delivery is begun. */
  signal?: AbortSignal
  onNote?(note: string): void
}

/** What a scan did: delivery → how it ended. */
export type ScanResult = Record<string, 'committed' | 'refused' | 'failed' | 'waiting'>

/**
 * Runs every complete delivery that nothing is known of, or that is to be retried. A refused or
 * failed one keeps later deltas waiting; a full one may pass, and what waited before it is then
 * out of date and is waived.
 */
export async function scanInbox(url: string, request: ScanRequest): Promise<ScanResult> {
  const db = await Db.open(url)
  try {
    const lock = lockArguments('inbox')
    await db.exec(`SELECT pg_advisory_lock(${lock})`, [request.domain.name])
    return await new Scan(url, db, request).run()
  } finally {
    await db.close().catch(() => {})
  }
}

/** A repeat is where it belongs. A scan makes no dry runs. */
const ENDS = {
  committed: 'committed',
  repeated: 'committed',
  dry_run: 'failed',
  refused: 'refused',
  failed: 'failed',
} as const

class Scan {
  private readonly result: ScanResult = {}
  /** Waited, and were waived because this scan ran a full delivery that comes after them. */
  private readonly superseded = new Set<string>()

  constructor(
    private readonly url: string,
    private readonly db: Db,
    private readonly request: ScanRequest,
  ) {}

  async run(): Promise<ScanResult> {
    const { db, request } = this
    const domain = request.domain.name
    const settled = new Map<string, InboxRow>()
    // Thousands may be settled: they are read once, the others again after each run.
    for (const row of await readInbox(db, domain)) {
      if (row.status !== 'waiting' && row.status !== 'retry') settled.set(row.delivery, row)
    }
    await this.markSettled(settled)
    const all = await arrivedIn(request.inbox, domain, settled)
    let open = await readInbox(db, domain, true)
    for (const delivery of all) {
      if (request.signal?.aborted) break
      if (this.superseded.has(delivery.name)) continue
      const known = open.find((row) => row.delivery === delivery.name)
      const blocker = delivery.mode === 'delta' ? blockerOf(delivery, open) : undefined
      if (blocker && !delivery.broken) {
        await this.wait(delivery, blocker.delivery, known?.status)
      } else {
        await this.process(delivery, all)
        open = await readInbox(db, domain, true)
      }
    }
    return this.result
  }

  /** A folder could not be written to when its delivery was run, and can be now. */
  private async markSettled(settled: ReadonlyMap<string, InboxRow>): Promise<void> {
    const { inbox, domain } = this.request
    for (const { delivery, status, run_id, reason, waived_by, seen_at } of settled.values()) {
      const dir = join(inbox, domain.name, delivery)
      if (!existsSync(join(dir, '_READY')) || isMarked(dir)) continue
      if (!(await isInside(join(inbox, domain.name), dir).catch(() => false))) continue
      const ended = status as Mark['status']
      const why = waived_by ?? reason
      await mark(dir, { run: run_id, status: ended, reason: why, at: seen_at.toISOString() })
    }
  }

  private async wait(delivery: Arrived, blocker: string, known: string | undefined): Promise<void> {
    this.result[delivery.name] = 'waiting'
    if (known) return
    await this.write(delivery, 'waiting', null)
    this.note(`${delivery.name} waits: ${blocker} has to be retried or waived first`)
  }

  private async process(delivery: Arrived, all: readonly Arrived[]): Promise<void> {
    const { domain, at } = this.request
    this.note(`running ${delivery.name}`)
    let taken = false
    const report = await runDelivery(this.url, {
      domain,
      input: delivery.dir,
      within: join(this.request.inbox, domain.name),
      asOf: delivery.asOf ? undefined : await domainClock(this.db, domain.name, at),
      onNote: (note) => this.note(note),
      onCommit: async (db, run) => {
        const place = { ...delivery, mode: run.mode, sequence: run.sequence }
        if (await this.write(place, 'committed', run.id, db)) return
        taken = true
        throw new DeliveryRefused('busy', `${delivery.name} was run by somebody else meanwhile`)
      },
    })
    if (taken) return
    await this.conclude(delivery, report)
    if (report.status === 'committed' && delivery.mode === 'full')
      await this.supersede(delivery, all)
  }

  private async conclude(delivery: Arrived, report: RunReport): Promise<void> {
    const status = ENDS[report.status]
    if (report.status !== 'committed') await this.write(delivery, status, report.run)
    const reason = report.error?.message ?? null
    this.result[delivery.name] = status
    this.note(`${delivery.name} ${status}: run ${report.run}${reason ? `, ${reason}` : ''}`)
    await this.mark(delivery, { run: report.run, status, reason })
  }

  /** Deltas that waited before a full delivery are part of it, or older than it. */
  private async supersede(full: Arrived, all: readonly Arrived[]): Promise<void> {
    for (const row of await readInbox(this.db, this.request.domain.name, true)) {
      const place = { name: row.delivery, sequence: row.sequence }
      if (row.status !== 'waiting' || row.mode !== 'delta' || byPlace(place, full) > 0) continue
      const reason = `superseded by ${full.name}`
      const waived = { ...place, mode: row.mode }
      await this.write(waived, 'waived', null, this.db, reason)
      this.superseded.add(row.delivery)
      this.note(`${row.delivery} is ${reason}`)
      const arrived = all.find((d) => d.name === row.delivery)
      if (arrived) await this.mark(arrived, { run: null, status: 'waived', reason })
    }
  }

  private write(
    delivery: Pick<Arrived, 'name' | 'mode' | 'sequence'>,
    status: 'waiting' | 'committed' | 'refused' | 'failed' | 'waived',
    run: number | null,
    db = this.db,
    waivedBy?: string,
  ): Promise<boolean> {
    const { name, mode, sequence } = delivery
    const { domain, at } = this.request
    return writeOutcome(db, {
      domain: domain.name,
      delivery: name,
      mode,
      sequence,
      status,
      run,
      at,
      waivedBy,
    })
  }

  private async mark(delivery: Arrived, content: Omit<Mark, 'at'>): Promise<void> {
    if (delivery.leadsOut) return
    const problem = await mark(delivery.dir, { ...content, at: new Date().toISOString() })
    if (problem) this.note(`${delivery.name} could not be marked (${problem}); it is on record`)
  }

  private note(note: string): void {
    this.request.onNote?.(`inbox ${this.request.domain.name}: ${note}`)
  }
}
