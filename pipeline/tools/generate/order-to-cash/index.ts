import { join } from 'node:path'
import type { DomainTools } from '@/pipeline/tools/generate/kit/domain-tools'
import { clearOutput, folderOf, writeReady } from '@/pipeline/tools/generate/kit/output'
import { TruthWriter } from '@/pipeline/tools/generate/kit/truth-writer'
import { Extract } from './extract'
import { type GenerateOptions, isFull, PRESETS, sizesOf } from './size'
import { Snapshot } from './snapshot'
import { Story } from './story'
import { SOURCES, type Source } from './tables'
import { docsOf } from './tracked'
import { asOf, type DeliveryReport, RowWriter } from './writer'

export type { GenerateOptions } from './size'
export { DEFAULT_KEY_DATE } from './size'
export type { DeliveryReport } from './writer'

/** What was written. */
export interface GenerateReport {
  out: string
  seed: number
  preset: string | null
  scale: number
  rows: number
  deliveries: DeliveryReport[]
  counts: Partial<Record<Source, number>>
  duplicates: Partial<Record<Source, number>>
  flags: { cnpj_ausente: number }
  /** Stays in quarantine the ground truth names, by rule; of all deliveries together. */
  faults: Record<string, number>
  seconds: number
}

/**
 * Generates order-to-cash extracts with their ground truth: the same options give the same bytes,
 * whatever the machine, the time zone or the day. Memory does not grow with the scale of the
 * first extract, only with what happens in later deliveries.
 */
export async function generateOrderToCash(options: GenerateOptions): Promise<GenerateReport> {
  const started = performance.now()
  const sizes = sizesOf(options)
  const { seed, preset, scale } = sizes
  await clearOutput(options.out, SOURCES)
  const truth = await TruthWriter.create(join(options.out, 'faults.json'), { seed, preset, scale })
  const story = new Story(sizes)
  const rows = new RowWriter(sizes, truth)
  const snapshot = new Snapshot(sizes, story, rows)
  const deliveries: DeliveryReport[] = []
  let total = 0
  for (let d = 1; d <= sizes.deliveries; d++) {
    if (d > 1) story.advance()
    const full = isFull(sizes, d)
    const folder = folderOf(d, sizes.deliveries)
    const extract = await Extract.open(join(options.out, folder), full)
    try {
      rows.begin(extract, d, full)
      const relieve = async () => {
        if (truth.full) await truth.drain()
        if (await extract.relieve()) options.onProgress?.(total + extract.rows, d)
      }
      if (d === 1) await snapshot.first(relieve)
      else if (full) await snapshot.again(relieve)
      else for (const doc of story.touched) rows.put(doc)
      await relieve()
      if (sizes.deliveries > 1) settleAll(story, rows, d > 1)
    } finally {
      await extract.close()
    }
    total += extract.rows
    const ready = { mode: full ? ('full' as const) : ('delta' as const), as_of: asOf(sizes, d) }
    if (sizes.deliveries > 1) {
      await writeReady(join(options.out, folder), { ...ready, sequence: d })
    }
    const { counts, duplicates } = extract
    deliveries.push({ delivery: d, folder, ...ready, sequence: d, counts, duplicates })
  }
  forgetAll(story, rows)
  const flags = { cnpj_ausente: snapshot.withoutCnpj }
  const counts = sum(deliveries.map((d) => d.counts))
  const duplicates = sum(deliveries.map((d) => d.duplicates))
  await truth.close({ deliveries, counts, duplicates, flags })
  const seconds = Math.round(performance.now() - started) / 1000
  const summary = { counts, duplicates, flags, faults: truth.byRule, seconds }
  return { out: options.out, seed, preset, scale, rows: total, deliveries, ...summary }
}

function settleAll(story: Story, rows: RowWriter, customersToo: boolean): void {
  // The first snapshot settles its customers before their chains, because those lean on them.
  if (customersToo) for (const c of story.customers.values()) rows.settle([c.kna1, c.knb1])
  for (const chain of story.chains.values()) rows.settle(docsOf(chain))
}

function forgetAll(story: Story, rows: RowWriter): void {
  for (const c of story.customers.values()) rows.forget([c.kna1, c.knb1])
  for (const chain of story.chains.values()) rows.forget(docsOf(chain))
  rows.forgetLoose()
}

function sum(parts: Partial<Record<Source, number>>[]): Partial<Record<Source, number>> {
  const result: Partial<Record<Source, number>> = {}
  for (const part of parts) {
    for (const [source, n] of Object.entries(part) as [Source, number][]) {
      result[source] = (result[source] ?? 0) + n
    }
  }
  return result
}

/** Share of the article's size: enough for every fault, small enough for a first start. */
const DEMO_SCALE = 0.12

/** In the demo: a delivery a day, a full one each week. Today's is a delta, so that something is ready. */
export const tools: DomainTools = {
  generate: ({ preset, ...options }) =>
    generateOrderToCash({ ...options, preset: PRESETS.find((name) => name === preset) }),
  presets: PRESETS,
  proof: { preset: 'proof', scale: 0.05 },
  demo: {
    everyDays: 1,
    generate: ({ everyDays: _, ...extracts }) =>
      generateOrderToCash({ ...extracts, scale: DEMO_SCALE, fullEvery: 7 }),
    manual: 'VBAK_CLIENTE_INEXISTENTE',
    truncated: { delivery: 50, file: 'VBAP.csv' },
    kept: 'VBAP_QUANTIDADE_INVALIDA',
    people: {
      owner: 'Cadastro',
      mended: 'Mended in SAP',
      asked: 'Asked the sales office',
      givenUp: 'Period closed, will not be corrected',
    },
  },
}
