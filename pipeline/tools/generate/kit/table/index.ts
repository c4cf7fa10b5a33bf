import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CsvWriter } from '../csv-writer'
import { isoDay } from '../days'
import { type DeliveryOptions, type DeliveryPlan, deliveryPlan, isFull } from '../options'
import { clearOutput, folderOf, writeReady } from '../output'
import { Random } from '../random'
import { TruthWriter } from '../truth-writer'
import { endOf, isBrought, type Life, lifeOf, rowAt, rowsBy } from './life'
import type { TableStory } from './story'

interface DeliveryReport {
  delivery: number
  /** Folder of the files, relative to the output; '.' when there is one delivery only. */
  folder: string
  mode: 'full' | 'delta'
  as_of: string
  sequence: number
  counts: Record<string, number>
  /** Records that lose to another one of their key. */
  duplicates: Record<string, number>
}

/** What was written. */
export interface GenerateReport {
  out: string
  seed: number
  scale: number
  rows: number
  deliveries: DeliveryReport[]
  counts: Record<string, number>
  duplicates: Record<string, number>
  /** Stays in quarantine that the ground truth names, by rule; of all deliveries together. */
  faults: Record<string, number>
  seconds: number
}

/**
 * Writes the deliveries of a table and their ground truth; the same options give the same bytes.
 * Rows are streamed: every delivery walks over all rows there have been, and holds one.
 */
export async function generateTable<R>(
  story: TableStory<R>,
  options: DeliveryOptions,
): Promise<GenerateReport> {
  const started = performance.now()
  const plan = deliveryPlan(options)
  const { seed, scale } = plan
  await clearOutput(options.out, [story.file])
  const truth = await TruthWriter.create(join(options.out, 'faults.json'), { seed, scale })
  const deliveries: DeliveryReport[] = []
  let rows = 0
  for (let delivery = 1; delivery <= plan.deliveries; delivery++) {
    const folder = folderOf(delivery, plan.deliveries)
    const path = join(options.out, folder)
    await mkdir(path, { recursive: true })
    const written = await writeDelivery(plan, story, path, delivery, truth)
    rows += written.rows
    const mode = isFull(plan, delivery) ? ('full' as const) : ('delta' as const)
    const as_of = `${isoDay(plan.keyDay + delivery * plan.everyDays)}T02:00:00-03:00`
    const ready = { mode, as_of, sequence: delivery }
    if (plan.deliveries > 1) await writeReady(path, ready)
    const counts = { [story.file]: written.rows }
    const duplicates = { [story.file]: written.duplicates }
    deliveries.push({ delivery, folder, ...ready, counts, duplicates })
    options.onProgress?.(rows, delivery)
  }
  const sum = (of: 'counts' | 'duplicates') => ({
    [story.file]: deliveries.reduce((n, d) => n + (d[of][story.file] ?? 0), 0),
  })
  const counts = sum('counts')
  const duplicates = sum('duplicates')
  await truth.close({ deliveries, counts, duplicates })
  const seconds = Math.round(performance.now() - started) / 1000
  const faults = truth.byRule
  return { out: options.out, seed, scale, rows, deliveries, counts, duplicates, faults, seconds }
}

async function writeDelivery<R>(
  plan: DeliveryPlan,
  story: TableStory<R>,
  folder: string,
  delivery: number,
  truth: TruthWriter,
): Promise<{ rows: number; duplicates: number }> {
  const csv = await CsvWriter.create(join(folder, `${story.file}.csv`), story.columns)
  const random = new Random(plan.seed)
  const full = isFull(plan, delivery)
  let duplicates = 0
  try {
    for (let index = 0; index < rowsBy(plan, story, delivery); index++) {
      const life = lifeOf(plan, story, index, random)
      if (!isBrought(life, delivery, full)) continue
      const records = recordsAt(plan, story, life, index, delivery)
      for (const record of records.lines) csv.line(record)
      duplicates += records.duplicates
      if (life.fault?.from === delivery) tell(plan, story, life, truth)
      if (csv.full) await csv.drain()
      if (truth.full) await truth.drain()
    }
  } finally {
    await csv.close()
  }
  return { rows: csv.rows, duplicates }
}

function recordsAt<R>(
  plan: DeliveryPlan,
  story: TableStory<R>,
  life: Life<R>,
  index: number,
  delivery: number,
): { lines: string[]; duplicates: number } {
  const { appears, fault, twice, overtaken } = life
  const row = rowAt(plan, story, life, index, delivery)
  const random = new Random(plan.seed, 3, index)
  if (fault && delivery >= fault.from && (fault.until === null || delivery < fault.until)) {
    return { lines: fault.kind.records(row, random), duplicates: fault.kind.duplicates ?? 0 }
  }
  const lines = [story.record(row)]
  if (delivery === appears) {
    if (twice) lines.unshift(story.record(row))
    if (overtaken && story.older) lines.unshift(story.older(row, random))
  }
  return { lines, duplicates: lines.length - 1 }
}

/** The ground truth of a row that goes wrong with the delivery at hand. */
function tell<R>(
  plan: DeliveryPlan,
  story: TableStory<R>,
  life: Life<R>,
  truth: TruthWriter,
): void {
  const { row, fault } = life
  if (!fault) return
  const { kind, from } = fault
  for (const amount of kind.amounts(row)) {
    truth.fault({
      delivery: from,
      fault: kind.fault,
      table: story.file,
      key: story.key(row),
      rule: kind.rule,
      ...(kind.also ? { also: kind.also } : {}),
      ...(amount === undefined ? {} : { amount, currency: story.currency }),
      fixed_in: endOf(plan, life),
      ...(kind.nameless ? { note: 'the key is the one of the undamaged row' } : {}),
    })
  }
}
