/** A delivery folder: which files belong to which source, and what _READY says about them. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DeliveryRefused } from '@/lib/shared/errors'
import { check, readJson } from './control'

// Strict: a misspelled "mode" would make a delta a full delivery.
const Ready = z.strictObject({
  mode: z.enum(['full', 'delta']).optional(),
  as_of: z.iso.datetime({ offset: true, error: 'not an ISO time with offset' }).optional(),
  // As the database keeps it; a larger one is said so, not met as a crash later.
  sequence: z.int().nonnegative().max(2_147_483_647).optional(),
})
export type Ready = z.infer<typeof Ready>

export interface Delivery {
  dir: string
  /** Paths per source, parts in numeric order; only sources that have files. */
  files: Map<string, string[]>
  /** Undefined without a _READY file, {} when it is empty. */
  ready: Ready | undefined
  /** Names of .csv files that belong to no source. */
  unknown: string[]
}

interface Part {
  name: string
  /** Undefined for <SOURCE>.csv. */
  number: bigint | undefined
}

/**
 * Lists a delivery folder: <SOURCE>.csv and <SOURCE>_<n>.csv, whatever their case.
 * @param sources names that the domain declares
 * @throws DeliveryRefused no_such_folder, empty_folder, missing_file (no file of any source),
 *   unreadable_file, ready_file
 */
export async function findDelivery(dir: string, sources: readonly string[]): Promise<Delivery> {
  const names = await listNames(dir)
  const byFold = new Map(sources.map((source) => [source.toLowerCase(), source]))
  const parts = new Map<string, Part[]>()
  const unknown: string[] = []
  for (const name of names.filter((name) => /\.csv$/i.test(name))) {
    const stem = name.slice(0, -4).toLowerCase()
    const numbered = /^(.+)_(\d+)$/.exec(stem)
    // A source may itself be called A_1: the whole name comes first.
    const whole = byFold.get(stem)
    const source = whole ?? byFold.get(numbered?.[1] ?? '')
    const number = whole || !numbered ? undefined : BigInt(numbered[2] as string)
    const problem = await unreadable(join(dir, name))
    if (!source) {
      if (!problem) unknown.push(name)
      continue
    }
    // In a delta a file that is passed over would not be missed.
    if (problem) throw new DeliveryRefused('unreadable_file', `${name} ${problem}`, { file: name })
    parts.set(source, [...(parts.get(source) ?? []), { name, number }])
  }
  refuseLostParts(names)
  const ready = await readReady(dir)
  if (parts.size === 0) refuseNothingFound(dir, unknown, sources)
  const found = sources.filter((source) => parts.has(source))
  const files = new Map(found.map((source) => [source, inOrder(dir, parts.get(source) ?? [])]))
  return { dir, files, ready, unknown }
}

async function listNames(dir: string): Promise<string[]> {
  try {
    if (!(await stat(dir)).isDirectory()) {
      const hint = 'A delivery is the folder that holds the files'
      throw new DeliveryRefused('no_such_folder', `${dir} is not a folder`, {}, hint)
    }
    return (await readdir(dir)).toSorted()
  } catch (error) {
    if (error instanceof DeliveryRefused) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new DeliveryRefused('no_such_folder', `There is no folder ${dir}`)
    }
    throw new DeliveryRefused('unreadable_file', `${dir} cannot be read (${code})`)
  }
}

/** Why something cannot be a file of a delivery. */
async function unreadable(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).isFile() ? undefined : 'is not a file'
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`
  }
}

/** A control file promises a file: without it, the delivery is not complete. */
function refuseLostParts(names: readonly string[]): void {
  const there = new Set(names.map((name) => name.toLowerCase()))
  for (const name of names) {
    const [, stem = ''] = /^(.+)\.ctl\.json$/i.exec(name) ?? []
    if (stem === '') continue
    const promised = /\.csv$/i.test(stem) ? stem : `${stem}.csv`
    if (there.has(promised.toLowerCase())) continue
    const message = `${name} is there, but ${promised} is not`
    throw new DeliveryRefused('control_file', message, { file: name })
  }
}

/**
 * What the _READY file of a delivery says; undefined when there is none.
 * @throws DeliveryRefused ready_file
 */
export async function readReady(dir: string): Promise<Ready | undefined> {
  const json = await readJson(join(dir, '_READY'), 'ready_file')
  return json === undefined ? undefined : check(Ready, json, '_READY', 'ready_file')
}

function refuseNothingFound(dir: string, unknown: string[], sources: readonly string[]): never {
  const hint = `Expected are ${sources.map((source) => `${source}.csv`).join(', ')}`
  if (unknown.length === 0) {
    throw new DeliveryRefused('empty_folder', `${dir} has no .csv files`, {}, hint)
  }
  const found = `only ${unknown.join(', ')}`
  const message = `${dir} has no file of this domain, ${found}`
  throw new DeliveryRefused('missing_file', message, {}, hint)
}

/** <SOURCE>.csv, then the parts by number, then by name. */
function inOrder(dir: string, parts: Part[]): string[] {
  const rank = ({ number }: Part) => number ?? -1n
  const sorted = parts.toSorted((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) < rank(b) ? -1 : 1
    return a.name < b.name ? -1 : 1
  })
  return sorted.map(({ name }) => join(dir, name))
}
