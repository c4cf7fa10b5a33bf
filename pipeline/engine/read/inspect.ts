/** How the reader sees a file that nobody declared; optionally written out as clean CSV. */
import { DeliveryRefused } from '@/lib/shared/errors'
import { CleanFiles } from './clean-files'
import { decodeFile } from './encoding'
import { openExtract } from './extract'
import { type Labels, matchColumns } from './names'
import { CleanCsvSink, CopySink } from './sinks'
import type {
  Dialect,
  FileEncoding,
  Form,
  LineEnds,
  MalformedReason,
  MalformedRecord,
  Quoting,
} from './types'

/** Malformed records listed in a report; all are counted, and all are in the side file. */
const LISTED = 1000
const EXCERPT_CHARACTERS = 200

interface MalformedEntry {
  number: number
  lineFrom: number
  lineTo: number
  reason: MalformedReason
  detail: string
  /** The record's first characters, decoded as well as may be. */
  text: string
}

export interface InspectReport {
  path: string
  bytes: number
  encoding: FileEncoding
  form: Form
  /** What it is, for people: "an SAP list". */
  kind: string
  /** Of the dataset that the file was held against. */
  declared?: { found: string[]; missing: string[]; undeclared: string[] }
  bom: boolean
  delimiter: string
  quoting: Quoting
  lineEnds: LineEnds
  header: readonly string[]
  notes: readonly string[]
  /** Well-formed and malformed. */
  records: number
  malformedCount: number
  malformedByReason: Partial<Record<MalformedReason, number>>
  malformed: MalformedEntry[]
  /** The list of malformed records stops before its end. */
  malformedListCapped: boolean
  sha256: string
  out?: {
    path: string
    written: number
    leftOut: number
    /** Where the malformed records were written, when there are any. */
    malformedPath?: string
  }
}

export interface InspectOptions {
  /** Write well-formed records there as RFC 4180 CSV: UTF-8, commas, CRLF. */
  out?: string
  /** How the file is written, as a source declares it; the rest is detected. */
  dialect?: Dialect
  /** Columns that a dataset declares: which of them are there? */
  expected?: { columns: readonly string[]; optional: readonly string[] }
  signal?: AbortSignal
  onProgress?(bytesRead: number, bytes: number): void
}

/**
 * Reads a whole file. Its header is taken as the declaration.
 * @throws DeliveryRefused when the file cannot be read as CSV at all
 * @throws UsageError when `out`, or the file beside it, is the file itself or cannot be written
 */
export async function inspectFile(
  path: string,
  { out, dialect, expected, signal, onProgress }: InspectOptions = {},
): Promise<InspectReport> {
  const extract = await openForLook(path, dialect ?? {}, expected)
  const files = out === undefined ? undefined : await CleanFiles.open(out, path)
  const listed: MalformedEntry[] = []
  const malformedByReason: Partial<Record<MalformedReason, number>> = {}
  const records = extract.through(
    (layout) => (files ? new CleanCsvSink(layout) : new CopySink(layout, '')),
    {
      firstNumber: 1,
      signal,
      onProgress: (read) => onProgress?.(read, extract.bytes),
      async onMalformed(record) {
        malformedByReason[record.reason] = (malformedByReason[record.reason] ?? 0) + 1
        if (listed.length < LISTED) listed.push(entry(record, extract.encoding))
        await files?.malformed(record)
      },
    },
  )
  try {
    await files?.header(extract.header)
    for await (const chunk of records) await files?.clean(chunk)
    await files?.close()
  } catch (error) {
    await files?.discard()
    throw error
  }
  const { bytes, encoding, form, kind, bom, delimiter, quoting, lineEnds, header, notes, sha256 } =
    extract
  const { received, malformed } = extract
  return {
    ...{
      path,
      bytes,
      encoding,
      form,
      kind,
      bom,
      delimiter,
      quoting,
      lineEnds,
      header,
      notes,
      sha256,
    },
    ...(expected && { declared: comparison(header, expected.columns, dialect?.labels) }),
    records: received,
    malformedCount: malformed,
    malformedByReason,
    malformed: listed,
    malformedListCapped: malformed > listed.length,
    out: files && {
      path: files.path,
      written: received - malformed,
      leftOut: malformed,
      ...(malformed > 0 && { malformedPath: files.malformedPath }),
    },
  }
}

/**
 * The header of a declared source is found by its columns, that of another file is guessed. What a
 * declaration makes of one that it does not fit is a refusal; here it is looked at all the same.
 */
async function openForLook(path: string, dialect: Dialect, expected: InspectOptions['expected']) {
  if (!expected) return openExtract(path, { ...dialect, columns: 'all' })
  try {
    return await openExtract(path, { ...dialect, ...expected })
  } catch (error) {
    if (!(error instanceof DeliveryRefused) || error.reason !== 'missing_column') throw error
    return openExtract(path, { ...dialect, columns: 'all' })
  }
}

function comparison(header: readonly string[], columns: readonly string[], labels?: Labels) {
  const named = matchColumns(header, columns, labels, [])
  return {
    found: columns.filter((column) => named.includes(column)),
    missing: columns.filter((column) => !named.includes(column)),
    undeclared: header.filter((_, i) => named[i] === null),
  }
}

function entry(record: MalformedRecord, encoding: FileEncoding): MalformedEntry {
  const { number, lineFrom, lineTo, reason, detail, bytes } = record
  const text = decodeFile(bytes.subarray(0, 4 * EXCERPT_CHARACTERS), encoding)
  return { number, lineFrom, lineTo, reason, detail, text: text.slice(0, EXCERPT_CHARACTERS) }
}
