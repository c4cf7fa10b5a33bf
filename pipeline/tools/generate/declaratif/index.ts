import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CsvWriter } from '@/pipeline/tools/generate/kit/csv-writer'
import { isoDay } from '@/pipeline/tools/generate/kit/days'
import type { DomainTools } from '@/pipeline/tools/generate/kit/domain-tools'
import { Random } from '@/pipeline/tools/generate/kit/random'
import { TruthWriter } from '@/pipeline/tools/generate/kit/truth-writer'
import { EXHIBITS } from './exhibits'
import { contractRecords, HEADERS, holderRecord } from './records'
import {
  FILES,
  type File,
  filesOf,
  type GenerateOptions,
  isFull,
  type Sizes,
  sizesOf,
} from './size'
import { type Delivered, Truth } from './truth'
import { contractsOf, holderAt, holdersBy } from './world'

export type { GenerateOptions } from './size'

type Counts = Partial<Record<File, number>>

export interface DeliveryReport {
  delivery: number
  /** Folder of the files, relative to the output; '.' when there is one delivery only. */
  folder: string
  mode: 'full' | 'delta'
  as_of: string
  sequence: number
  counts: Counts
  /** Records that repeat another one byte for byte. */
  duplicates: Counts
}

/** What was written. */
export interface GenerateReport {
  out: string
  seed: number
  scale: number
  rows: number
  deliveries: DeliveryReport[]
  counts: Counts
  duplicates: Counts
  /** Stays in quarantine that the ground truth names, by rule; of all deliveries together. */
  faults: Record<string, number>
  seconds: number
}

/**
 * Generates contracts and the reference of their holders with their ground truth: the same options
 * give the same bytes. The reference lags behind for the people who were registered last, so what
 * an inner join would lose is lost silently and by age.
 */
export async function generateDeclaratif(options: GenerateOptions): Promise<GenerateReport> {
  const started = performance.now()
  const sizes = sizesOf(options)
  const { seed, scale } = sizes
  await clearOutput(options.out)
  const writer = await TruthWriter.create(join(options.out, 'faults.json'), { seed, scale })
  const random = new Random(seed)
  const truth = new Truth(sizes, writer, random)
  // Before the first delivery nothing has been.
  const before: Delivered = { contrats: -1, referentiel_personnes: -1 }
  const deliveries: DeliveryReport[] = []
  let rows = 0
  for (let d = 1; d <= sizes.deliveries; d++) {
    const day = sizes.keyDay + (d - 1) * sizes.everyDays
    const folder = sizes.deliveries === 1 ? '.' : String(d).padStart(3, '0')
    const mode = isFull(sizes, d) ? ('full' as const) : ('delta' as const)
    const files = filesOf(d)
    const counts: Counts = {}
    const duplicates: Counts = {}
    await mkdir(join(options.out, folder), { recursive: true })
    for (const file of files) {
      const since = mode === 'full' ? -1 : before[file]
      const written = await writeFileOf(sizes, join(options.out, folder), file, {
        since,
        day,
        first: before[file],
        random,
      })
      counts[file] = written.rows
      if (written.duplicates > 0) duplicates[file] = written.duplicates
      rows += written.rows
      before[file] = day
    }
    const ready = { mode, as_of: `${isoDay(day + sizes.everyDays)}T02:00:00-03:00`, sequence: d }
    if (sizes.deliveries > 1) {
      await writeFile(join(options.out, folder, '_READY'), `${JSON.stringify(ready)}\n`)
    }
    truth.after(d, before, mode === 'full' && files.includes('contrats'))
    if (writer.full) await writer.drain()
    deliveries.push({ delivery: d, folder, ...ready, counts, duplicates })
    options.onProgress?.(rows, d)
  }
  truth.end()
  for (const { faults } of exhibitsOf(sizes)) {
    for (const fault of faults) writer.fault({ delivery: 1, ...fault, fixed_in: null })
  }
  const counts = sum(deliveries.map((d) => d.counts))
  const duplicates = sum(deliveries.map((d) => d.duplicates))
  await writer.close({ deliveries, counts, duplicates })
  const seconds = Math.round(performance.now() - started) / 1000
  const faults = writer.byRule
  return { out: options.out, seed, scale, rows, deliveries, counts, duplicates, faults, seconds }
}

const exhibitsOf = (sizes: Sizes) => (sizes.preset === 'proof' ? EXHIBITS : [])

interface Span {
  /** What changed after this day, up to `day`. */
  since: number
  day: number
  /** Day of the delivery before: what is later comes for the first time. */
  first: number
  random: Random
}

async function writeFileOf(sizes: Sizes, folder: string, file: File, span: Span) {
  const csv = await CsvWriter.create(join(folder, `${file}.csv`), HEADERS[file])
  let duplicates = 0
  try {
    for (let i = 0; i < holdersBy(sizes, span.day); i++) {
      if (file === 'contrats') duplicates += writeContracts(sizes, csv, i, span)
      else writeHolder(sizes, csv, i, span)
      if (csv.full) await csv.drain()
    }
    for (const exhibit of exhibitsOf(sizes)) {
      if (exhibit.file === file) for (const record of exhibit.records) csv.line(record)
    }
  } finally {
    await csv.close()
  }
  return { rows: csv.rows, duplicates }
}

const within = (moment: number | null, { since, day }: Span): boolean =>
  moment !== null && moment > since && moment <= day

function writeHolder(sizes: Sizes, csv: CsvWriter, index: number, span: Span): void {
  const holder = holderAt(sizes, index, span.random)
  const { arrives, mended } = holder
  if (arrives === null || arrives > span.day) return
  if (within(arrives, span) || within(mended, span)) csv.line(holderRecord(holder, span.day))
}

function writeContracts(sizes: Sizes, csv: CsvWriter, index: number, span: Span): number {
  let duplicates = 0
  const holder = holderAt(sizes, index, span.random)
  for (const contract of contractsOf(sizes, holder, span.day, span.random)) {
    if (!within(contract.day, span) && !within(contract.mended, span)) continue
    const records = contractRecords(contract, span.day)
    for (const record of records) csv.line(record)
    if (!contract.repeated || contract.day <= span.first) continue
    csv.line(records[0] as string)
    duplicates += 1
  }
  return duplicates
}

function sum(parts: Counts[]): Counts {
  const result: Counts = {}
  for (const file of FILES) {
    const total = parts.reduce((n, part) => n + (part[file] ?? 0), 0)
    if (total > 0) result[file] = total
  }
  return result
}

/** Removes what an earlier generation left in the folder, and nothing else. */
async function clearOutput(out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  for (const entry of await readdir(out, { withFileTypes: true })) {
    const own = entry.name === 'faults.json' || FILES.some((f) => entry.name === `${f}.csv`)
    const folder = entry.isDirectory() && /^\d{3}$/.test(entry.name)
    if (entry.isFile() && own) await rm(join(out, entry.name))
    if (folder && (await readdir(join(out, entry.name))).includes('_READY')) {
      await rm(join(out, entry.name), { recursive: true })
    }
  }
}

/** In the demo: every other day contracts, or the reference that lags behind them. */
export const tools: DomainTools = {
  generate: ({ preset, ...options }) =>
    generateDeclaratif({ ...options, preset: preset === 'proof' ? preset : undefined }),
  presets: ['proof'],
  proof: { preset: 'proof', scale: 0.05 },
  demo: {
    everyDays: 2,
    generate: (extracts) => generateDeclaratif({ ...extracts, scale: 0.1, fullEvery: 10 }),
    people: {
      owner: 'Référentiel',
      mended: 'Registered in the reference',
      asked: 'Asked the registry when the holder will be known',
      givenUp: 'Contract was cancelled',
    },
  },
}
