import { UsageError } from '@/lib/shared/errors'
import { domains } from '@/pipeline/domains'
import { Dialect } from '@/pipeline/engine/define/dialect'
import type { Source } from '@/pipeline/engine/define/schema'
import { inspectFile } from '@/pipeline/engine/read/inspect'
import { visible } from '@/pipeline/engine/read/names'
import { reportError } from './failure'
import { whole } from './options'
import { print, printJson } from './output'

interface InspectFlags {
  json?: boolean
  out?: string
  dataset?: string
  form?: string
  encoding?: string
  compression?: string
  delimiter?: string
  quote?: string
  escape?: string
  recordEnd?: string
  comment?: string
  preamble?: string
  headerLines?: string
  footer?: string
  totals?: string
}

/** `inspect <file>`: how the reader sees a file. */
export async function inspectCommand(file: string, flags: InspectFlags): Promise<number> {
  try {
    const source = flags.dataset === undefined ? undefined : sourceNamed(flags.dataset)
    const { file: _, columns, optional, ...declared } = source ?? {}
    const dialect = { ...declared, ...dialectOf(flags) }
    const expected = source && { columns: columns ?? [], optional: optional ?? [] }
    const report = await inspectFile(file, { out: flags.out, dialect, expected })
    if (flags.json) printJson(report)
    else {
      const { lf, crlf, cr } = report.lineEnds
      const delimiter = report.delimiter === '\t' ? 'tab' : visible(report.delimiter)
      print(
        `${report.path}: ${report.kind}, ${report.bytes} bytes, ${report.encoding}${report.bom ? ' with BOM' : ''}`,
      )
      print(
        `delimiter ${delimiter}, quoting ${report.quoting}, line ends LF ${lf}, CRLF ${crlf}, CR ${cr}`,
      )
      print(`columns ${report.header.map(visible).join(', ')}`)
      if (report.declared) {
        const { found, missing, undeclared } = report.declared
        print(`declared and found: ${found.join(', ') || 'none'}`)
        print(`declared and missing: ${missing.join(', ') || 'none'}`)
        if (undeclared.length > 0) print(`not declared: ${undeclared.map(visible).join(', ')}`)
      }
      for (const note of report.notes) print(`note: ${note}`)
      print(`${report.records} records, ${report.malformedCount} malformed`)
      for (const m of report.malformed) {
        const lines =
          m.lineFrom === m.lineTo ? `line ${m.lineFrom}` : `lines ${m.lineFrom}-${m.lineTo}`
        print(`  record ${m.number}, ${lines}: ${m.reason}, ${m.detail}: ${JSON.stringify(m.text)}`)
      }
      if (report.malformedListCapped)
        print(`  only the first ${report.malformed.length} are listed`)
      if (report.out) {
        const { path, written, leftOut, malformedPath } = report.out
        print(`${written} records written to ${path}`)
        if (leftOut > 0) print(`${leftOut} malformed records are in ${malformedPath}`)
      }
    }
    return 0
  } catch (error) {
    return reportError(error, flags.json)
  }
}

/** The source of a dataset, or of a file's name, in any domain. @throws UsageError */
function sourceNamed(name: string): Source {
  const wanted = name.toLowerCase()
  const datasets = [...domains.values()].flatMap((domain) => domain.datasets)
  const sources = datasets.flatMap((dataset) =>
    dataset.sources.map((source) => ({ source, names: [dataset.name, source.file.toLowerCase()] })),
  )
  const found = sources.find(({ names }) => names.includes(wanted))
  if (found) return found.source
  const known = sources.map(({ source }) => source.file).join(', ')
  throw new UsageError(`There is no dataset or source "${name}"`, `Sources: ${known}`)
}

const ESCAPES: Record<string, string> = { t: '\t', n: '\n', r: '\r', '0': '\0', '\\': '\\' }

/** Text of the command line with \t, \n, \r and \0 in it. */
const unescaped = (text: string | undefined): string | undefined =>
  text?.replace(/\\([tnr0\\])/g, (_, c: string) => ESCAPES[c] as string)

/** What the command says of how the file is written. @throws UsageError */
function dialectOf(flags: InspectFlags): Dialect {
  const number = (option: string, text: string | undefined) =>
    text === undefined ? undefined : whole(option, text, 0)
  const given = {
    form: flags.form,
    encoding: flags.encoding,
    compression: flags.compression,
    delimiter: unescaped(flags.delimiter),
    quote: flags.quote === 'none' ? false : flags.quote,
    escape: flags.escape === '\\' ? '\\' : unescaped(flags.escape),
    recordEnd: unescaped(flags.recordEnd),
    comment: flags.comment,
    preamble: number('--preamble', flags.preamble),
    headerLines: number('--header-lines', flags.headerLines),
    footer: number('--footer', flags.footer) || undefined,
    totals: flags.totals,
  }
  const parsed = Dialect.safeParse(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  )
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const option = String(issue?.path[0] ?? '').replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)
  throw new UsageError(`--${option}: ${issue?.message ?? 'not valid'}`)
}
