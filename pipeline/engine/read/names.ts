/** Column names: how those of a file meet the declared ones, and how the unseen is shown. */
import { DeliveryRefused } from '@/lib/shared/errors'

/** Characters that nobody sees: zero-width, bidi marks, soft hyphen, BOM, and controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Blanks that are not the usual one. */
const ODD_SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g

/** Text with what cannot be seen written out, such as id\u200b. */
export function visible(text: string): string {
  const written = (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t')
    .replace(INVISIBLE, written)
    .replace(ODD_SPACES, written)
}

/** A name without what is forgiven: invisible characters, odd blanks, case, spaces around it. */
export function fold(name: string): string {
  return clean(name).toLowerCase()
}

/** A name without invisible characters and surrounding blanks, in NFC. */
export function clean(name: string): string {
  return name.replace(INVISIBLE, '').replace(ODD_SPACES, ' ').trim().normalize('NFC')
}

export type Labels = Readonly<Record<string, readonly string[]>>

/** What a file may call each declared column: folded name → column. The name itself comes first. */
export function namesOf(columns: readonly string[], labels: Labels = {}): Map<string, string> {
  const names = new Map<string, string>()
  for (const column of columns) {
    for (const label of labels[column] ?? []) names.set(fold(label), column)
  }
  for (const column of columns) names.set(fold(column), column)
  return names
}

/**
 * The declared column of each column of a file, null for extra ones. Exact names and declared
 * labels pass in silence, what is forgiven is noted.
 */
export function matchColumns(
  names: readonly string[],
  columns: readonly string[],
  labels: Labels | undefined,
  notes: string[],
): (string | null)[] {
  const byFold = namesOf(columns, labels)
  const exact = new Set([...columns, ...Object.values(labels ?? {}).flat()])
  return names.map((name) => {
    if (columns.includes(name)) return name
    const column = byFold.get(fold(name)) ?? null
    if (column && !exact.has(name)) notes.push(`header "${visible(name)}" is read as ${column}`)
    return column
  })
}

/** @throws DeliveryRefused duplicate_header, also where two names are one declared column */
export function refuseDuplicates(
  names: readonly string[],
  declared: readonly (string | null)[],
  place: { file: string; line: number },
): void {
  const seen = new Map<string, string>()
  for (const [i, name] of names.entries()) {
    const key = fold(declared[i] ?? name) || `column ${i + 1}`
    const earlier = seen.get(key)
    if (earlier !== undefined) {
      const what = earlier === name ? name : `${earlier} (also as ${name})`
      const message = `${place.file} has the column ${visible(what)} twice`
      throw new DeliveryRefused('duplicate_header', message, { ...place, column: name })
    }
    seen.set(key, name)
  }
}
