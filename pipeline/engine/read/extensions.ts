/** What the extension of a file's name says: can the reader take it, and if not, what is it? */

/** Extensions that the reader takes, in lower case; the first is the usual one. */
export const READABLE_EXTENSIONS: readonly string[] = ['.csv', '.txt', '.tsv', '.tab', '.dat']

/** Files that lie beside an extract and hold none of its rows. */
const COMPANIONS = new Set(
  ['bak', 'old', 'orig', 'md5', 'sha1', 'sha256', 'sha512', 'sig', 'asc', 'ok', 'done', 'log'].map(
    (name) => `.${name}`,
  ),
)

/** Upload tools give a file its own name only when it is complete. */
const UNFINISHED = new Set(['.part', '.partial', '.filepart', '.tmp', '.crdownload'])

export interface SplitName {
  /** The name without its extensions. */
  stem: string
  /** Extensions in lower case with their dots, such as `.csv.gz`; empty without one. */
  extension: string
}

/**
 * Splits a file's name at the extension that the reader takes, else at the first dot after the
 * stem. `LFA1.csv.gz` gives `LFA1` and `.csv.gz`.
 */
export function splitName(name: string): SplitName {
  const lower = name.toLowerCase()
  const known = READABLE_EXTENSIONS.filter((extension) => lower.endsWith(extension))
  const longest = known.toSorted((a, b) => b.length - a.length)[0]
  const dot = longest ? name.length - longest.length : name.indexOf('.', 1)
  if (dot <= 0) return { stem: name, extension: '' }
  return { stem: name.slice(0, dot), extension: lower.slice(dot) }
}

export const isReadable = (extension: string): boolean => READABLE_EXTENSIONS.includes(extension)

/** Whether the last extension says that this is a copy, a checksum or a mark, and not an extract. */
export const isCompanion = (extension: string): boolean =>
  COMPANIONS.has(extension.slice(extension.lastIndexOf('.'))) || extension.endsWith('~')

/** Why a file that is named like an extract cannot be taken, in words. */
export function whyNotReadable(extension: string): string {
  if (UNFINISHED.has(extension.slice(extension.lastIndexOf('.')))) return 'is still being written'
  return extension === '' ? 'has no extension' : `is a ${extension} file, which cannot be read`
}
