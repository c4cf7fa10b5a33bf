/**
 * Small ad-hoc datasets through the same engine as the shipped ones: a database of one's own, a
 * table pair per declaration, files written to a folder, and `runDelivery`.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { createTestDatabase } from '@/lib/shared/db/testing'
import type { Domain } from '@/pipeline/engine/define/schema'
import { createTableSql, tablesOf } from '@/pipeline/engine/define/table-pair'
import { type RebuildRequest, rebuildDomain } from '@/pipeline/operations/rebuild/rebuild'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import type { RunReport, RunRequest } from '@/pipeline/operations/run/types'
import { syncDeclarations } from '@/pipeline/operations/sync'
import { domain, type ShortDataset } from './declare'
import { Reading } from './reading'

export type { ShortDataset, ShortRule } from './declare'

/** File name → content. */
export type Files = Record<string, string | Buffer>
interface Options {
  name?: string
  independent?: boolean
}
export type DeliverOptions = Partial<Omit<RunRequest, 'domain' | 'input'>>

/** First clock of a test; every delivery that gives none comes a day after the one before. */
export const FIRST_DAY = new Date('2026-01-05T12:00:00Z')

/**
 * Declares datasets in a database of their own, gone when the test is finished.
 * @example
 * const t = await adhoc([{ name: 'coisas', columns: { id: 'text', v: 'integer' } }])
 * await t.deliver({ 'COISAS.csv': 'id,v\n1,2\n' })
 * expect(await t.outcome('coisas')).toBe('R1 S1 Q0 D0')
 */
export async function adhoc(
  datasets: readonly ShortDataset[],
  options: Options = {},
): Promise<Adhoc> {
  const t = await openAdhoc(domain(datasets, options), options)
  await t.createTables()
  return t
}

/** The same with a domain that the product ships with, whose tables are there. */
export async function shipped(declared: Domain): Promise<Adhoc> {
  const t = await openAdhoc(declared, {})
  await syncDeclarations(t.db, [declared], 'America/Sao_Paulo')
  return t
}

async function openAdhoc(declared: Domain, options: Options): Promise<Adhoc> {
  const database = await createTestDatabase()
  const db = await Db.open(database.url)
  const folder = await mkdtemp(join(tmpdir(), 'lazaret-adhoc-'))
  onTestFinished(async () => {
    await db.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  return new Adhoc(database.url, db, declared, options, folder)
}

export class Adhoc extends Reading {
  /** Report of the last delivery or rebuild. */
  report!: RunReport
  private clock = FIRST_DAY.getTime() - 86_400_000
  private deliveries = 0
  private readonly made = new Set<string>()

  constructor(
    readonly url: string,
    db: Db,
    public domain: Domain,
    private readonly options: Options,
    private readonly folder: string,
  ) {
    super(db)
  }

  /** Writes the files to a folder of their own and runs them; full unless told otherwise. */
  async deliver(files: Files, options: DeliverOptions = {}): Promise<RunReport> {
    this.deliveries += 1
    const input = join(this.folder, `delivery-${this.deliveries}`)
    await mkdir(input)
    for (const [name, content] of Object.entries(files)) await writeFile(join(input, name), content)
    const asOf = options.asOf ?? new Date(this.clock + 86_400_000)
    if (!options.dryRun) this.clock = asOf.getTime()
    this.report = await runDelivery(this.url, { ...options, asOf, domain: this.domain, input })
    return this.report
  }

  /** A delivery that must commit. */
  async run(files: Files, options: DeliverOptions = {}): Promise<RunReport> {
    const report = await this.deliver(files, options)
    if (report.status !== 'committed') {
      throw new Error(`${report.status}: ${report.error?.message}`)
    }
    return report
  }

  /** Runs again from the last full delivery. */
  async rebuild(options: Partial<RebuildRequest> = {}): Promise<RunReport> {
    const asOf = new Date(this.clock)
    this.report = await rebuildDomain(this.url, { asOf, ...options, domain: this.domain })
    return this.report
  }

  /** Other declarations from now on, as after an edit of the files; tables stay. */
  async redeclare(datasets: readonly ShortDataset[]): Promise<void> {
    this.domain = domain(datasets, this.options)
    await this.createTables()
  }

  /**
   * Where the rows of the last delivery are, as `R3 S2 Q1 D0`, counted from the tables; they hold
   * nothing else, so after a delta use the readers.
   * @throws Error where the run's report says something else.
   */
  async outcome(dataset: string): Promise<string> {
    const said = this.report.datasets[dataset]
    if (!said) throw new Error(`no such dataset in the report: ${this.report.error?.message}`)
    const report = `R${said.received} S${said.silver} Q${said.quarantined} D${said.duplicates}`
    const sources = this.domain.datasets.find((d) => d.name === dataset)?.sources ?? []
    const tables = await this.count(dataset, sources, this.report.run as number)
    if (tables !== report) throw new Error(`the report says ${report}, the tables ${tables}`)
    return tables
  }

  /** Makes the tables that are not there yet, and brings the declarations into the database. */
  async createTables(): Promise<void> {
    for (const dataset of this.domain.datasets) {
      if (this.made.has(dataset.name)) continue
      this.made.add(dataset.name)
      const { bronze, silver } = tablesOf(dataset)
      for (const table of bronze) await this.db.exec(createTableSql(table))
      await this.db.exec(createTableSql(silver, dataset.partition?.by))
    }
    await syncDeclarations(this.db, [this.domain], 'America/Sao_Paulo')
  }
}
