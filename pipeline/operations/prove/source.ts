/** What is delivered in the sandbox: the last full delivery as it lies in Bronze, or a folder. */
import { basename, resolve } from 'node:path'
import type { Db } from '@/lib/shared/db/connection'
import { UsageError } from '@/lib/shared/errors'
import { bronzeTable, id, lit } from '@/pipeline/engine/compile/sql'
import type { Dataset, Domain } from '@/pipeline/engine/define/schema'
import { findDelivery } from '@/pipeline/engine/read/delivery'
import { analyzeSources, loadDataset, openFiles } from '@/pipeline/operations/run/load'
import { realSchema } from './sandbox'
import type { ProofSource } from './types'

/** The only run that the sandbox knows. */
export const SANDBOX_RUN = 1

/** A delivery in the Bronze of the sandbox. */
export interface Delivered {
  source: ProofSource
  /** Records that the reader counted, per dataset that came. */
  received: ReadonlyMap<string, number>
}

/** The last full delivery of each dataset. */
export interface Standing {
  /** Dataset → run. */
  runs: ReadonlyMap<string, number>
  described: Extract<ProofSource, { kind: 'runs' }>['runs']
}

/** What was last delivered in full; undefined when nothing ever was. Reads the real tables. */
export async function standingDelivery(db: Db, domain: Domain): Promise<Standing | undefined> {
  const names = domain.datasets.map((d) => lit(d.name)).join(', ')
  const rows = await db.rows<{ dataset: string; run: number; delivery: string | null; at: Date }>(
    `SELECT s.dataset, s.last_full_run AS run, r.delivery, r.as_of AS at
    FROM quality.dataset_state s LEFT JOIN quality.run r ON r.id = s.last_full_run
    WHERE s.dataset IN (${names}) AND s.last_full_run IS NOT NULL ORDER BY 2`,
  )
  if (rows.length === 0) return undefined
  const described = new Map(
    rows.map(({ run, delivery, at }) => [run, { run, delivery, as_of: at.toISOString() }]),
  )
  return {
    runs: new Map(rows.map(({ dataset, run }) => [dataset, run])),
    described: [...described.values()],
  }
}

/** Copies what stands in the real Bronze; all of it becomes one delivery. */
export async function copyStanding(db: Db, domain: Domain, standing: Standing): Promise<Delivered> {
  const received = new Map<string, number>()
  for (const dataset of domain.datasets) {
    const run = standing.runs.get(dataset.name)
    if (run !== undefined) received.set(dataset.name, await copyDataset(db, dataset, run))
  }
  await analyzeSources(db, sourcesOf(domain, received))
  const rows = sum(received)
  return { source: { kind: 'runs', runs: standing.described, rows }, received }
}

async function copyDataset(db: Db, dataset: Dataset, run: number): Promise<number> {
  const real = id(realSchema('bronze'))
  const copy = async (table: string, where: string) => {
    const columns = await db.rows<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = ${lit(`bronze.${table}`)}::regclass AND attnum > 0 AND NOT attisdropped`,
    )
    const names = columns.map(({ name }) => id(name))
    const values = names.map((name) => (name === id('_run') ? String(SANDBOX_RUN) : name))
    return db.exec(`INSERT INTO bronze.${table} (${names.join(', ')})
      SELECT ${values.join(', ')} FROM ${real}.${table} WHERE _run = ${run}${where}`)
  }
  let copied = await copy('malformed', ` AND dataset = ${lit(dataset.name)}`)
  for (const { file } of dataset.sources) {
    copied += await copy(bronzeTable(file).slice('bronze.'.length), '')
  }
  const counted = await db.row<{ n: string | null }>(
    `SELECT sum(received) AS n FROM ${id(realSchema('quality'))}.run_file
    WHERE run_id = $1 AND dataset = $2`,
    [run, dataset.name],
  )
  return Number(counted.n ?? copied)
}

/**
 * Loads the files of a delivery folder.
 * @throws DeliveryRefused when they cannot be read; UsageError when it is not a full delivery.
 */
export async function loadFolder(
  db: Db,
  domain: Domain,
  input: string,
  onRead: (dataset: string, share: number) => void,
): Promise<Delivered> {
  const sources = domain.datasets.flatMap((d) => d.sources)
  const delivery = await findDelivery(input, sources)
  const missing = sources.map((s) => s.file).filter((s) => !delivery.files.has(s))
  if (delivery.ready?.mode === 'delta' || (!domain.independent && missing.length > 0)) {
    const lacks = missing.length > 0 ? `missing: ${missing.join(', ')}` : 'this one is a delta'
    throw new UsageError(`A proof needs a full delivery of ${domain.name}; ${lacks}`)
  }
  const files = await openFiles(domain.datasets, delivery.files)
  const received = new Map<string, number>()
  const at = new Date().toISOString()
  const total = files.reduce((bytes, f) => bytes + f.extract.bytes, 0)
  let read = 0
  for (const dataset of domain.datasets) {
    const own = files.filter((f) => f.dataset === dataset.name)
    if (own.length === 0) continue
    const onBytes = (bytes: number) => {
      read += bytes
      onRead(dataset.name, read / Math.max(total, 1))
    }
    const ctx = { db, runId: SANDBOX_RUN, at, onBytes }
    received.set(dataset.name, await loadDataset(ctx, dataset, own))
  }
  const folder = basename(resolve(input))
  return { source: { kind: 'folder', delivery: folder, rows: sum(received) }, received }
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((a, b) => a + b, 0)

const sourcesOf = (domain: Domain, received: ReadonlyMap<string, number>): string[] =>
  domain.datasets.filter((d) => received.has(d.name)).flatMap((d) => d.sources.map((s) => s.file))
