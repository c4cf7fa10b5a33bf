/** The optional control file of an extract: what its sender says is in it. */
import { basename } from 'node:path'
import { z } from 'zod'
import { DeliveryRefused, type RefusalReason } from '@/lib/shared/errors'
import { isReadable, splitName } from './extensions'
import { readSmall } from './regular'

const Control = z.object({
  /** Records of the file, malformed ones included. */
  rows: z.int().nonnegative(),
  /** Exact decimal sum of each named column, as text. */
  sums: z.record(z.string(), z.string().regex(/^[+-]?\d+(\.\d+)?$/, 'not a decimal')).default({}),
})

export interface Control extends z.infer<typeof Control> {
  /** Base name of the control file. */
  file: string
  /** Keys that mean nothing to us, to be mentioned in the run. */
  ignored: string[]
}

/**
 * Reads VBRK.csv.ctl.json, or else VBRK.ctl.json, beside an extract.
 * @param path of the extract
 * @returns undefined when there is no control file
 * @throws DeliveryRefused control_file when there is one that cannot be used
 */
export async function readControl(path: string): Promise<Control | undefined> {
  const { extension } = splitName(basename(path))
  const stem = isReadable(extension) ? path.slice(0, -extension.length) : path
  for (const candidate of [`${path}.ctl.json`, `${stem}.ctl.json`]) {
    const json = await readJson(candidate, 'control_file')
    if (json === undefined) continue
    const file = basename(candidate)
    const control = check(Control, json, file, 'control_file')
    const ignored = Object.keys(json as object).filter((key) => !(key in control))
    return { ...control, file, ignored }
  }
  return undefined
}

/**
 * Content of a small JSON file, UTF-8 or UTF-16 with a byte order mark; undefined when it does not
 * exist, {} when it is empty.
 * @throws DeliveryRefused when it is no regular file or holds no JSON.
 */
export async function readJson(path: string, reason: RefusalReason): Promise<unknown> {
  const file = basename(path)
  try {
    const bytes = await readSmall(path)
    if (bytes === undefined) return undefined
    const text = decodeSmall(bytes).trim()
    return text === '' ? {} : JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new DeliveryRefused(reason, `${file} cannot be read: ${why}`, { file })
  }
}

/** @throws Error in words for UTF-16 without a byte order mark and for other bytes that are no text. */
function decodeSmall(bytes: Buffer): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  if (encoding === 'utf-8' && bytes.includes(0)) {
    throw new Error('it has NUL bytes, as UTF-16 without a byte order mark does. Save it as UTF-8')
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`it is not ${encoding.toUpperCase()}. Save it as UTF-8`)
  }
}

/** Parses with a schema; what is wrong is said with the path of the key. */
export function check<T>(
  schema: z.ZodType<T>,
  json: unknown,
  file: string,
  reason: RefusalReason,
): T {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const faults = result.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  )
  throw new DeliveryRefused(reason, `${file} is not valid: ${faults.join('; ')}`, { file })
}
