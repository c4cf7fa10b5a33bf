/** The shape of what a source says of how its files are written. What it says is not detected. */
import { z } from 'zod'

/** A column as the file names it, such as `KUNNR`, `Tax Number 1` or `/BIC/ZTAX`. */
export const sourceColumn = z
  .string()
  .regex(/^\P{Cc}+$/u, 'no control characters')
  .refine((name) => name.trim() === name, 'no blanks around it')
  .refine(
    (name) => Buffer.byteLength(name) <= 60,
    'at most 60 bytes, for PostgreSQL cuts longer names',
  )
  .refine((name) => !name.startsWith('_'), 'names that begin with _ are the product’s own')

const oneCharacter = z
  .string()
  .refine((c) => c.length === 1 && c.charCodeAt(0) < 128, 'one ASCII character')

export const Dialect = z.strictObject({
  /** delimited (CSV in the widest sense) or sap-list ("unconverted"); told by the content unless given. */
  form: z.enum(['delimited', 'sap-list']).optional(),
  /** Told by the byte order mark or the bytes of the whole file unless given. */
  encoding: z.enum(['utf-8', 'windows-1252', 'latin1', 'utf-16le', 'utf-16be']).optional(),
  /** Told by the first bytes unless given; a file that is something else is then refused. */
  compression: z.enum(['none', 'gzip', 'zip']).optional(),
  /** One character or several. */
  delimiter: z.string().min(1).max(8).optional(),
  /** false: quotes are text like any other. */
  quote: z.union([oneCharacter, z.literal(false)]).optional(),
  /** The character before a quote inside quotes; the quote itself, doubled, unless given. */
  escape: oneCharacter.optional(),
  /** LF, CRLF and CR, any of them, unless given. */
  recordEnd: z.string().min(1).max(8).optional(),
  /** Lines that begin with it are no records. */
  comment: z.string().min(1).max(8).optional(),
  /** Physical lines before the header; unless given it is looked for by the declared columns. */
  preamble: z.int().nonnegative().max(1000).optional(),
  /** Lines of the header, joined by a blank; 0: none, columns go by position. */
  headerLines: z.int().nonnegative().max(10).optional(),
  /** Lines at the end that are no records, empty ones not counted. */
  footer: z.int().positive().max(1000).optional(),
  /** Lines that match this regular expression are totals and the like, no records. */
  totals: z
    .string()
    .refine((pattern) => isPattern(pattern), 'not a regular expression')
    .optional(),
  /** Names under which a file may have a column beside its own: column → names. */
  labels: z.record(z.string(), z.array(z.string().min(1)).min(1)).optional(),
})
export type Dialect = z.infer<typeof Dialect>

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
