import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Fault } from '@/pipeline/tools/generate/kit/truth-writer'
import { type DeliveryReport, type GenerateOptions, generateOrderToCash } from '.'

export interface Truth {
  faults: Fault[]
  deliveries: DeliveryReport[]
  counts: Record<string, number>
  duplicates: Record<string, number>
  flags: { cnpj_ausente: number }
}

/** Generates into a temporary folder; `remove` deletes it. */
export async function generated(options: Omit<GenerateOptions, 'out'>) {
  const out = mkdtempSync(join(tmpdir(), 'lazaret-o2c-'))
  const report = await generateOrderToCash({ ...options, out })
  const truth = JSON.parse(readFileSync(join(out, 'faults.json'), 'utf8')) as Truth
  const dirs = truth.deliveries.map((d) => join(out, d.folder))
  return { out, report, truth, dirs, remove: () => rmSync(out, { recursive: true }) }
}

/** One hash over all files of a folder, names included. */
export function hashOf(out: string): string {
  const hash = createHash('sha256')
  const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).sort()
  for (const name of names.filter((n) => statSync(join(out, n)).isFile())) {
    hash.update(name).update(readFileSync(join(out, name)))
  }
  return hash.digest('hex')
}

/** The stays that are open after a delivery, as the ground truth tells them. */
export function openAfter(truth: Truth, delivery: number): Fault[] {
  return truth.faults.filter(
    (f) => f.delivery <= delivery && (f.fixed_in === null || f.fixed_in > delivery),
  )
}

export function tally<T>(list: T[], name: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of list) counts[name(item)] = (counts[name(item)] ?? 0) + 1
  return counts
}
