/** The optional control file of an extract: what its sender says is in it. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { DeliveryRefused, type RefusalReason } from '@/lib/shared/errors'

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
 * Reads NAME.csv.ctl.json, or else NAME.ctl.json, beside an extract.
 * @param path of the extract
 * @returns undefined when there is no control file
 * @throws DeliveryRefused control_file when there is one that cannot be used
 */
export async function readControl(path: string): Promise<Control | undefined> {
  for (const candidate of [`${path}.ctl.json`, `${path.replace(/\.csv$/i, '')}.ctl.json`]) {
    const json = await readJson(candidate, 'control_file')
    if (json === undefined) continue
    const file = basename(candidate)
    const control = check(Control, json, file, 'control_file')
    const ignored = Object.keys(json as object).filter((key) => !(key in control))
    return { ...control, file, ignored }
  }
  return undefined
}

/** Content of a small JSON file; undefined when it does not exist, {} when it is empty. */
export async function readJson(path: string, reason: RefusalReason): Promise<unknown> {
  const file = basename(path)
  try {
    // trim() takes a byte order mark off too.
    const text = (await readFile(path, 'utf8')).trim()
    return text === '' ? {} : JSON.parse(text)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    const why = error instanceof Error ? error.message : String(error)
    throw new DeliveryRefused(reason, `${file} cannot be read: ${why}`, { file })
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
