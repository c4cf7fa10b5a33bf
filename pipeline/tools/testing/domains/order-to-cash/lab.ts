/** A database of one's own in which tests run real deliveries of order-to-cash. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Db } from '@/lib/shared/db/connection'
import { createTestDatabase, type TestDatabase } from '@/lib/shared/db/testing'
import { projectRoot } from '@/lib/shared/env'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { id } from '@/pipeline/engine/compile/postgres/quoting'
import type { Dataset, Domain } from '@/pipeline/engine/define/schema'
import { parentsFirst } from '@/pipeline/engine/define/validate'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import type { RunReport, RunRequest } from '@/pipeline/operations/run/types'
import { syncDeclarations } from '@/pipeline/operations/sync'

export const TABLES = orderToCash.datasets.map((d) => d.name)

/** Gold of the domain, with its coverage. */
export const GOLD = [
  ...(orderToCash.gold?.tables ?? []).map(({ name }) => `gold.${name}`),
  'gold.cobertura',
  'gold.retencao',
  'gold.retida',
]

/** What judging a delivery may change; a run's own record, its Bronze and duplicates apart. */
export const BUSINESS = [
  ...TABLES.map((name) => `silver.${name}`),
  ...GOLD,
  ...[
    'quarantine',
    'quarantine_payload',
    'quarantine_ref',
    'quarantine_event',
    'flow_daily',
    'rule',
    'dataset_state',
  ].map((name) => `quality.${name}`),
]

export class Lab {
  private constructor(
    private readonly database: TestDatabase,
    readonly db: Db,
  ) {}

  static async open(timeZone = 'America/Sao_Paulo'): Promise<Lab> {
    const database = await createTestDatabase()
    const db = await Db.open(database.url)
    await syncDeclarations(db, [orderToCash], timeZone)
    return new Lab(database, db)
  }

  get url(): string {
    return this.database.url
  }

  async close(): Promise<void> {
    await this.db.close()
    await this.database.drop()
  }

  run(input: string, request: Partial<RunRequest> = {}): Promise<RunReport> {
    return runDelivery(this.url, { domain: orderToCash, input, ...request })
  }

  /** The same, and it must commit. */
  async committed(input: string, request: Partial<RunRequest> = {}): Promise<RunReport> {
    const report = await this.run(input, request)
    if (report.status !== 'committed') {
      throw new Error(`${input}: ${report.status}, ${report.error?.message}`)
    }
    return report
  }

  /** One hash per table over all of its rows, byte for byte. `columns`: all unless given. */
  async hashes(
    tables: readonly string[] = BUSINESS,
    columns = 't',
  ): Promise<Record<string, string>> {
    const selects = tables.map(
      (t) => `SELECT '${t}' AS name, count(*) || ' ' ||
        coalesce(md5(string_agg(md5((${columns})::text), '' ORDER BY md5((${columns})::text))), '') AS hash
      FROM ${t} t`,
    )
    const rows = await this.db.rows<{ name: string; hash: string }>(selects.join(' UNION ALL '))
    return Object.fromEntries(rows.map((r) => [r.name, r.hash]))
  }

  /** Rows per Silver table. */
  async silver(): Promise<Record<string, number>> {
    const rows = await this.db.rows<{ name: string; n: number }>(
      TABLES.map((t) => `SELECT '${t}' AS name, count(*)::int AS n FROM silver.${id(t)}`).join(
        ' UNION ALL ',
      ),
    )
    return Object.fromEntries(rows.map((r) => [r.name, r.n]))
  }

  async number(sql: string, values?: unknown[]): Promise<number> {
    return Number(Object.values(await this.db.row<Record<string, unknown>>(sql, values))[0])
  }

  /** The only value of a query, as text. */
  async text(sql: string): Promise<string> {
    return String(Object.values(await this.db.row<Record<string, unknown>>(sql))[0])
  }
}

/** The domain with one of its datasets declared otherwise. */
export function withDataset(name: string, change: (dataset: Dataset) => Partial<Dataset>): Domain {
  const datasets = orderToCash.datasets.map((d) => (d.name === name ? { ...d, ...change(d) } : d))
  return { ...orderToCash, datasets: parentsFirst(orderToCash.file, datasets) }
}

/** The domain with rules of a dataset switched off. */
export const withoutRule = (name: string, ...codes: string[]): Domain =>
  withDataset(name, ({ rules }) => ({ rules: rules.filter((r) => !codes.includes(r.code)) }))

/** The article's own files, where they lie beside the checkout; they are no part of the project. */
export const HORIZONTE = join(projectRoot, '../shared/data/horizonte')
const expectedFile = join(HORIZONTE, 'expected.json')
export const hasHorizonte = existsSync(expectedFile)

export interface Horizonte {
  received: Record<string, number>
  clientes: number
  kna1_duplicates: number
  cnpj_ausente: number
  vbap: Record<string, number>
  vbrp: Record<string, number>
  vbap_quarantined_value: string
  vbrp_quarantined_value: string
  titulos: number
  pagos: number
}

/** The figures of Gold on the key date 2026-09-22. */
export interface HorizonteGold {
  carteira_aberta: string
  carteira_vencida: string
  titulos: number
  pagos: number
  pagos_com_atraso: number
  pct: number
  atraso_medio_simples: number
  atraso_medio_ponderado: number
  dso: number
  prazo_medio_ponderado: number
  /** Band → titles, money. */
  aging: Record<string, [number, string]>
}

export const horizonte = (): Horizonte & HorizonteGold =>
  JSON.parse(readFileSync(expectedFile, 'utf8'))

/** A folder that is gone after the test. */
export function scratch(): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'lazaret-lab-'))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}
