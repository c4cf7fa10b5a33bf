/** A workspace of one's own with an inbox, tiny order-to-cash deliveries, and a clock to turn. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Logger, runOnce } from 'graphile-worker'
import { onTestFinished } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { createTestDatabase } from '@/lib/shared/db/testing'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { syncDeclarations } from '@/pipeline/operations/sync'
import { tick } from '@/pipeline/service/schedule/tick'
import { taskList } from '@/pipeline/service/worker/tasks'

export const DOMAIN = orderToCash.name

type Row = Record<string, string>

/** A file with all columns of a source; values that are not given are plausible or empty. */
export function csv(source: string, ...rows: Row[]): string {
  const declared = orderToCash.datasets.flatMap((d) => d.sources).find((s) => s.file === source)
  const columns = declared?.columns ?? []
  const usual: Row = {
    MANDT: '100',
    ERDAT: '20260105',
    WAERK: 'BRL',
    KWMENG: '1.000',
    FKIMG: '1.000',
  }
  const line = (row: Row) => columns.map((c) => row[c] ?? usual[c] ?? '').join(',')
  return `${[columns.join(','), ...rows.map(line)].join('\n')}\n`
}

export const customer = (KUNNR: string, NAME1 = 'ACME') => ({ KUNNR, NAME1, STCD1: '1' })
export const order = (VBELN: string, KUNNR: string) => ({ VBELN, KUNNR, NETWR: '10.00' })
export const item = (VBELN: string, POSNR: string) => ({ VBELN, POSNR, NETWR: '5.00' })

export type Files = Record<string, string>

/** A full delivery: one customer with one order, the other files empty. */
export const fullFiles = (): Files => ({
  ...Object.fromEntries(['KNB1', 'VBRK', 'VBRP', 'BSID', 'BSAD'].map((s) => [`${s}.csv`, csv(s)])),
  'KNA1.csv': csv('KNA1', customer('C1')),
  'VBAK.csv': csv('VBAK', order('O1', 'C1')),
  'VBAP.csv': csv('VBAP', item('O1', '10')),
})

export class InboxLab {
  readonly log: string[] = []

  private constructor(
    readonly url: string,
    readonly db: Db,
    readonly inbox: string,
  ) {}

  static async open(timeZone = 'Europe/Paris'): Promise<InboxLab> {
    const database = await createTestDatabase()
    const db = await Db.open(database.url)
    const inbox = mkdtempSync(path.join(tmpdir(), 'lazaret-inbox-'))
    onTestFinished(async () => {
      await db.close().catch(() => {})
      await database.drop()
      rmSync(inbox, { recursive: true, force: true })
    })
    await syncDeclarations(db, [orderToCash], timeZone)
    return new InboxLab(database.url, db, inbox)
  }

  folder(delivery: string): string {
    return path.join(this.inbox, DOMAIN, delivery)
  }

  /** Writes a delivery; `ready` undefined: it is still being written. */
  lay(delivery: string, files: Files, ready?: object | string): void {
    const dir = this.folder(delivery)
    mkdirSync(dir, { recursive: true })
    for (const [name, content] of Object.entries(files))
      writeFileSync(path.join(dir, name), content)
    if (ready === undefined) return
    writeFileSync(
      path.join(dir, '_READY'),
      typeof ready === 'string' ? ready : JSON.stringify(ready),
    )
  }

  /** Status of the marker in a delivery's folder; undefined without one. */
  marked(delivery: string): { file: string; status: string; run: number | null } | undefined {
    for (const file of ['_DONE.json', '_REFUSED.json']) {
      const full = path.join(this.folder(delivery), file)
      if (existsSync(full)) return { file, ...JSON.parse(readFileSync(full, 'utf8')) }
    }
    return undefined
  }

  /** Turns the clock to a moment, and does all the work that is due then. */
  async turn(to: string): Promise<string[]> {
    const fired = await tick(this.db, new Date(to), { inbox: true, domains: [DOMAIN] })
    await this.work()
    return fired
  }

  /** Turns the clock from one moment to another in steps of so many minutes. */
  async pass(from: string, to: string, minutes: number): Promise<void> {
    for (let t = Date.parse(from); t <= Date.parse(to); t += minutes * 60_000) {
      await this.turn(new Date(t).toISOString())
    }
  }

  /** Does all jobs that are in the queue, until it is empty. */
  async work(): Promise<void> {
    const signal = new AbortController().signal
    const log = (line: string) => void this.log.push(line)
    const tasks = taskList({ url: this.url, inbox: this.inbox, signal, log })
    const waiting = `SELECT count(*)::int AS n, max(last_error) AS error FROM graphile_worker.jobs
      WHERE locked_at IS NULL AND run_at <= now()`
    while ((await this.db.row<{ n: number }>(waiting)).n > 0) {
      await runOnce({
        connectionString: this.url,
        taskList: tasks,
        noHandleSignals: true,
        logger: new Logger(() => () => {}),
      })
    }
    const { error } = await this.db.row<{ error: string | null }>(
      'SELECT max(last_error) AS error FROM graphile_worker.jobs',
    )
    if (error) throw new Error(error)
  }

  /** Deliveries on record: `name status`, in order. */
  async deliveries(): Promise<string[]> {
    const rows = await this.db.rows<{ line: string }>(
      `SELECT delivery || ' ' || status AS line FROM quality.inbox ORDER BY delivery`,
    )
    return rows.map((r) => r.line)
  }

  /** Runs: `delivery status`, in order. */
  async runs(): Promise<string[]> {
    const rows = await this.db.rows<{ line: string }>(
      `SELECT delivery || ' ' || status AS line FROM quality.run ORDER BY id`,
    )
    return rows.map((r) => r.line)
  }

  async one<T = string>(sql: string, values?: unknown[]): Promise<T> {
    return Object.values(await this.db.row<Record<string, T>>(sql, values))[0] as T
  }
}
