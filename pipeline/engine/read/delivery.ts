/** A delivery folder: which files belong to which source, and what _READY says about them. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DeliveryRefused } from '@/lib/shared/errors'
import { FileNames, type NamedSource } from '@/pipeline/engine/define/file-names'
import { check, readJson } from './control'
import {
  isCompanion,
  isReadable,
  READABLE_EXTENSIONS,
  splitName,
  whyNotReadable,
} from './extensions'
import { inOrder, type Part, refuseParts, sameNames } from './parts'
import { whyUnusable } from './regular'

// Strict: a misspelled "mode" would make a delta a full delivery.
const Ready = z.strictObject({
  mode: z.enum(['full', 'delta']).optional(),
  as_of: z.iso.datetime({ offset: true, error: 'not an ISO time with offset' }).optional(),
  // As the database keeps it; a larger one is said so, not met as a crash later.
  sequence: z.int().nonnegative().max(2_147_483_647).optional(),
  /** Every file of the delivery by name: with it a lost part is noticed whatever its number. */
  files: z.array(z.string().min(1)).optional(),
})
export type Ready = z.infer<typeof Ready>

export interface Delivery {
  dir: string
  /** Paths per source, parts in numeric order; only sources that have files. */
  files: Map<string, string[]>
  /** Numbers of the parts per source; sources without numbered files are not in it. */
  parts: Map<string, bigint[]>
  /** Undefined without a _READY file, {} when it is empty. */
  ready: Ready | undefined
  /** Names of files that belong to no source; none of them is read. */
  unknown: string[]
  /** What is worth knowing about the files' names, in words. */
  notes: string[]
}

/**
 * Lists a delivery folder. Every file in it is read, named in `unknown` or refuses the delivery;
 * only names that begin with `_` and control files (`*.ctl.json`) are for the sender and for us.
 * @param sources that the domain declares, with their name patterns
 * @throws DeliveryRefused no_such_folder, empty_folder, missing_file (no file of any source),
 *   unreadable_file, missing_part, mixed_delivery, ready_file, control_file
 */
export async function findDelivery(
  dir: string,
  sources: readonly (string | NamedSource)[],
): Promise<Delivery> {
  const named = sources.map((source) => (typeof source === 'string' ? { file: source } : source))
  const found = await listNames(dir)
  const names = found.filter((name) => !name.startsWith('_') && !/\.ctl\.json$/i.test(name))
  const bySource = new Map<string, Part[]>()
  const unknown: string[] = []
  const fileNames = new FileNames(named)
  for (const name of names) {
    const part = await partOf(dir, name, fileNames)
    if (part) bySource.set(part.source, [...(bySource.get(part.source) ?? []), part])
    else unknown.push(name)
  }
  refuseLostFiles(found)
  const ready = await readReady(dir)
  refuseUnlisted(ready, found)
  const order = named.map(({ file }) => file)
  if (bySource.size === 0) refuseNothingFound(dir, unknown, order)
  const present = order.filter((source) => bySource.has(source))
  const partsOf = (source: string) => bySource.get(source) ?? []
  for (const source of present) refuseParts(source, partsOf(source))
  return {
    dir,
    files: new Map(present.map((s) => [s, inOrder(partsOf(s)).map(({ name }) => join(dir, name))])),
    parts: new Map(
      present.flatMap((source) => {
        const numbers = partsOf(source).flatMap(({ part }) => (part === undefined ? [] : [part]))
        return numbers.length > 0 ? [[source, numbers] as const] : []
      }),
    ),
    ready,
    unknown,
    notes: present.flatMap((source) => sameNames(partsOf(source))),
  }
}

/**
 * The part of a source that a file is; undefined when it is none.
 * @throws DeliveryRefused unreadable_file: in a delta a file that is passed over would not be missed.
 */
async function partOf(dir: string, name: string, fileNames: FileNames): Promise<Part | undefined> {
  const { stem, extension } = splitName(name)
  const match = fileNames.match(stem)
  if (!match || isCompanion(extension)) return undefined
  const refuse = (why: string, hint?: string): never => {
    throw new DeliveryRefused('unreadable_file', `${name} ${why}`, { file: name }, hint)
  }
  const problem = await whyUnusable(dir, name)
  if (problem) refuse(problem)
  if (!isReadable(extension)) {
    refuse(
      `is named like a file of ${match.source}, but ${whyNotReadable(extension)}`,
      `Readable are ${READABLE_EXTENSIONS.join(', ')}; a file that is not meant belongs elsewhere`,
    )
  }
  return { ...match, name, stem }
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

/** A control file promises a file: without it, the delivery is not complete. */
function refuseLostFiles(names: readonly string[]): void {
  const there = new Set(names.map((name) => name.toLowerCase()))
  for (const name of names) {
    const [, stem = ''] = /^(.+)\.ctl\.json$/i.exec(name) ?? []
    if (stem === '') continue
    const lower = stem.toLowerCase()
    const promised = isReadable(splitName(stem).extension)
      ? [lower]
      : [lower, ...READABLE_EXTENSIONS.map((extension) => `${lower}${extension}`)]
    if (promised.some((file) => there.has(file))) continue
    const file = isReadable(splitName(stem).extension) ? stem : `${stem}${READABLE_EXTENSIONS[0]}`
    const message = `${name} is there, but ${file} is not`
    throw new DeliveryRefused('control_file', message, { file: name })
  }
}

/** @throws DeliveryRefused missing_file: the sender's list names a file that is not there. */
function refuseUnlisted(ready: Ready | undefined, names: readonly string[]): void {
  const there = new Set(names.map((name) => name.toLowerCase()))
  const lost = (ready?.files ?? []).filter((file) => !there.has(file.toLowerCase()))
  if (lost.length === 0) return
  throw new DeliveryRefused(
    'missing_file',
    `_READY lists ${lost.join(', ')}, which ${lost.length === 1 ? 'is' : 'are'} not there`,
    { file: lost[0] },
    'Deliver again with every file',
  )
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
    throw new DeliveryRefused('empty_folder', `${dir} has no files`, {}, hint)
  }
  const found = `only ${unknown.join(', ')}`
  const message = `${dir} has no file of this domain, ${found}`
  throw new DeliveryRefused('missing_file', message, {}, hint)
}
