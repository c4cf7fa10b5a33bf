/** Runs what has arrived in the inbox of a domain, in order, each delivery once. */

import { type Db, withDb } from '@/lib/shared/db/connection'
import { lockArguments } from '@/lib/shared/db/locks'
import { DeliveryRefused } from '@/lib/shared/errors'
import { domainClock } from '@/lib/shared/ledger/clock'
import type { Domain } from '@/pipeline/engine/define/schema'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import type { RunReport } from '@/pipeline/operations/run/types'
import { type Arrived, arrivedIn, byPlace } from './folder'
import { type Mark, mark } from './mark'
import { blockerOf, type Outcome, readInbox, writeOutcome } from './record'

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
  return withDb(url, async (db) => {
    await db.exec(`SELECT pg_advisory_lock(${lockArguments('inbox')})`, [request.domain.name])
    return new Scan(url, db, request).run()
  })
}

class Scan {
  private readonly result: ScanResult = {}

  constructor(
    private readonly url: string,
    private readonly db: Db,
    private readonly request: ScanRequest,
  ) {}

  async run(): Promise<ScanResult> {
    const { db, request } = this
    const all = await arrivedIn(request.inbox, request.domain.name)
    for (const delivery of all) {
      if (request.signal?.aborted) break
      const rows = await readInbox(db, request.domain.name)
      const known = rows.find((row) => row.delivery === delivery.name)
      if (known && known.status !== 'waiting' && known.status !== 'retry') continue
      const blocker = delivery.mode === 'delta' ? blockerOf(delivery, rows) : undefined
      if (blocker && !delivery.broken) await this.wait(delivery, blocker.delivery, known?.status)
      else await this.process(delivery, all)
    }
    return this.result
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
    const status = report.status === 'dry_run' ? 'failed' : report.status
    if (status !== 'committed') await this.write(delivery, status, report.run)
    const reason = report.error?.message ?? null
    this.result[delivery.name] = status
    this.note(`${delivery.name} ${status}: run ${report.run}${reason ? `, ${reason}` : ''}`)
    await this.mark(delivery, { run: report.run, status, reason })
  }

  /** Deltas that waited before a full delivery are part of it, or older than it. */
  private async supersede(full: Arrived, all: readonly Arrived[]): Promise<void> {
    for (const row of await readInbox(this.db, this.request.domain.name)) {
      const place = { name: row.delivery, sequence: row.sequence }
      if (row.status !== 'waiting' || row.mode !== 'delta' || byPlace(place, full) > 0) continue
      const reason = `superseded by ${full.name}`
      const waived = { ...place, mode: row.mode }
      await this.write(waived, 'waived', null, this.db, reason)
      this.note(`${row.delivery} is ${reason}`)
      const arrived = all.find((d) => d.name === row.delivery)
      if (arrived) await this.mark(arrived, { run: null, status: 'waived', reason })
    }
  }

  private write(
    delivery: Pick<Arrived, 'name' | 'mode' | 'sequence'>,
    status: Outcome['status'],
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
    const problem = await mark(delivery.dir, { ...content, at: new Date().toISOString() })
    if (problem) this.note(`${delivery.name} could not be marked (${problem}); it is on record`)
  }

  private note(note: string): void {
    this.request.onNote?.(`inbox ${this.request.domain.name}: ${note}`)
  }
}
