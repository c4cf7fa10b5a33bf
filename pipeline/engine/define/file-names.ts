/**
 * Which source a file belongs to, by its name. `<SOURCE>`, `<SOURCE>_{part}`, `<SOURCE>_{date}` and
 * `<SOURCE>_{client}_{date}` are understood everywhere, whatever their case; a declaration may name
 * patterns of its own.
 */

/** A source and how its files are called, without their extensions. */
export interface NamedSource {
  file: string
  /** Patterns of its own, tried before the usual ones. */
  names?: readonly string[]
}

/** What a file's name says. */
interface NameParts {
  /** SAP client; undefined when the name has none. */
  client: string | undefined
  /** Date, time and running number: what tells one delivery from another. '' when it has none. */
  stamp: string
  /** Number of a part; undefined when the file is the only one. */
  part: bigint | undefined
}

export interface NameMatch extends NameParts {
  source: string
}

const PLACEHOLDERS: Record<string, string> = {
  client: String.raw`\d{3}`,
  date: String.raw`\d{8}|\d{4}-\d{2}-\d{2}`,
  time: String.raw`\d{4}|\d{6}`,
  number: String.raw`\d+`,
  part: String.raw`\d+`,
}

const USUAL = [
  '',
  '{-}{date}',
  '{-}{date}{-}{part}',
  '{-}{client}{-}{date}',
  '{-}{client}{-}{date}{-}{part}',
  '{-}{part}',
]

/** @returns what is wrong with a declared pattern; undefined when it can be used. */
export function faultOfPattern(pattern: string): string | undefined {
  const names = [...pattern.matchAll(/\{([^{}]*)\}/g)].map((m) => m[1] as string)
  const unknown = names.find((name) => !(name in PLACEHOLDERS))
  if (unknown !== undefined) {
    return `{${unknown}} is none of ${Object.keys(PLACEHOLDERS)
      .map((p) => `{${p}}`)
      .join(', ')}`
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return `{${twice}} is there twice`
  const rest = pattern.replaceAll(/\{[^{}]*\}/g, '')
  if (/[{}/\\]/.test(rest)) return 'no braces or slashes outside of placeholders'
  return rest === '' ? 'it needs some text of its own' : undefined
}

/** Pattern → expression. `{-}` is `_` or `-`, for the usual ones. */
function expressionOf(pattern: string): RegExp {
  const text = pattern
    .split(/(\{[^{}]*\})/)
    .map((piece) => {
      if (piece === '{-}') return '[-_]'
      const name = piece.slice(1, -1)
      if (/^\{.*\}$/.test(piece)) return `(?<${name}>${PLACEHOLDERS[name]})`
      return piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    })
    .join('')
  return new RegExp(`^${text}$`, 'i')
}

/**
 * Looks names up among sources. The whole name comes first, so that a source may be called A_1;
 * then declared patterns, then the usual ones.
 */
export class FileNames {
  private readonly whole: Map<string, string>
  private readonly patterns: { source: string; expression: RegExp }[]

  constructor(sources: readonly NamedSource[]) {
    this.whole = new Map(sources.map(({ file }) => [file.toLowerCase(), file]))
    const declared = sources.flatMap(({ file, names = [] }) =>
      names.map((name) => ({ source: file, expression: expressionOf(name) })),
    )
    const usual = sources.flatMap(({ file }) =>
      USUAL.map((rest) => ({ source: file, expression: expressionOf(`${file}${rest}`) })),
    )
    this.patterns = [...declared, ...usual]
  }

  /** @param stem name of the file without extensions. */
  match(stem: string): NameMatch | undefined {
    const source = this.whole.get(stem.toLowerCase())
    if (source !== undefined) return { source, client: undefined, stamp: '', part: undefined }
    for (const { source, expression } of this.patterns) {
      const groups = expression.exec(stem)?.groups
      if (!groups) continue
      const { client, date, time, number, part } = groups
      if (date !== undefined && !isDate(date)) continue
      const stamp = [date?.replaceAll('-', ''), time, number].filter(Boolean).join(' ')
      return { source, client, stamp, part: part === undefined ? undefined : BigInt(part) }
    }
    return undefined
  }
}

/** A day of the calendar between 1900 and 2099, as YYYYMMDD or YYYY-MM-DD. */
function isDate(text: string): boolean {
  const digits = text.replaceAll('-', '')
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].map(Number)
  if (!year || !month || !day || year < 1900 || year > 2099) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
