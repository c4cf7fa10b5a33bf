/** Opens an extract and streams it as bytes for COPY and as malformed records. */
import { DeliveryRefused } from '@/lib/shared/errors'
import { type Opening, openContent, openText } from './opening'
import { isPlain } from './probe'
import { RecordReader, type WindowReader } from './reader'
import { ListSplitter } from './sap-list'
import { CopySink, type Layout, type Sink } from './sinks'
import { type Container, openContainer, refuseUnreadable } from './source/container'
import { toUtf16 } from './source/utf16'
import { SplitReader } from './split-reader'
import { DialectSplitter } from './splitter'
import type {
  CopyOptions,
  ExtractOptions,
  FileEncoding,
  Form,
  LineEnds,
  MalformedRecord,
  Quoting,
} from './types'
import { FileWindow } from './window'

const CHUNK_BYTES = 256 * 1024

/**
 * Opens a file and reads its header; records are streamed only by copy().
 * @throws DeliveryRefused unreadable_file, unsupported_encoding, empty_file, no_header,
 *   missing_column (all of them named), duplicate_header
 */
export async function openExtract(path: string, options: ExtractOptions): Promise<Extract> {
  const container = await openContainer(path, options.compression)
  try {
    return new Extract(container, options, await openContent(container, options))
  } catch (error) {
    return refuseUnreadable(container.file, error)
  }
}

export class Extract {
  readonly path: string
  readonly file: string
  /** Size in bytes, as it lies there. */
  readonly bytes: number
  readonly encoding: FileEncoding
  readonly bom: boolean
  readonly form: Form
  /** What the file is, for people. */
  readonly kind: string
  /** As in the file. */
  readonly delimiter: string
  /** Of the lines that copy() emits. */
  readonly copyDelimiter: string
  /** Column names as in the file, trimmed. */
  readonly header: readonly string[]
  /** What was forgiven or passed over, in words; complete once copy() is exhausted. */
  readonly notes: string[]
  /** Columns of the file that are not declared. */
  readonly extraColumns: readonly string[]
  /** Columns of each line that copy() emits after number, line and constant. */
  readonly copyColumns: readonly string[]
  /** The following are complete once copy() is exhausted. */
  received = 0
  malformed = 0
  /** Of the file's bytes, hexadecimal. */
  sha256 = ''
  /** Line ends of the header and the records, those inside quotes included. */
  lineEnds: LineEnds
  /** How the well-formed records are quoted. */
  quoting: Quoting = 'none'
  private readonly layout: Layout
  /** The scanner reads it, and PostgreSQL takes its records as they stand. */
  private readonly plain: boolean

  constructor(
    private readonly container: Container,
    private readonly options: ExtractOptions,
    private readonly opening: Opening,
  ) {
    const { header } = opening
    this.path = container.path
    this.file = container.file
    this.bytes = container.bytes
    this.encoding = opening.encoding
    this.bom = opening.bom > 0
    this.form = header.form
    this.delimiter = header.dialect.delimiter
    this.kind = kindOf(container, header)
    this.plain = header.form === 'delimited' && !header.lead && isPlain(header.dialect)
    this.copyDelimiter = this.plain ? this.delimiter : ','
    this.header = header.names
    this.notes = opening.notes
    this.lineEnds = header.lineEnds
    this.extraColumns = header.names.filter((_, i) => header.declared[i] === null)
    const declared = header.declared.filter((name) => name !== null)
    this.copyColumns = this.extraColumns.length > 0 ? [...declared, '_extra'] : declared
    this.layout = {
      encoding: opening.textEncoding,
      delimiter: this.copyDelimiter,
      header: this.header,
      declared: header.declared.map((name) => name !== null),
    }
  }

  /**
   * Lines for COPY ... FROM STDIN (FORMAT csv, DELIMITER d, ENCODING 'UTF8'), one for each
   * well-formed record: number, physical line, constant, fields. Chunks of about 128 kB.
   */
  copy(options: CopyOptions): AsyncGenerator<Buffer, void, undefined> {
    return this.stream(new CopySink(this.layout, options.constant), options)
  }

  /** Streams through any sink; makeSink gets the layout of the file's fields. */
  through(makeSink: (layout: Layout) => Sink, options: Omit<CopyOptions, 'constant'>) {
    return this.stream(makeSink(this.layout), options)
  }

  private async *stream(
    sink: Sink,
    { firstNumber, onMalformed, onProgress, signal }: Omit<CopyOptions, 'constant'>,
  ): AsyncGenerator<Buffer, void, undefined> {
    const { bom, header, until } = this.opening
    const text = await openText(this.container, this.encoding, true)
    const chunkBytes = this.options.chunkBytes ?? CHUNK_BYTES
    const window = new FileWindow(text, chunkBytes, bom + header.offset, until)
    const reader = this.reader(window, sink, firstNumber)
    try {
      for (;;) {
        const step = reader.step()
        if (step === 'malformed') await onMalformed(this.asInFile(reader.record as MalformedRecord))
        else if (step === 'more') {
          signal?.throwIfAborted()
          await window.fill()
          reader.windowChanged()
          onProgress?.(text.fileBytes())
        } else {
          const chunk = sink.output.take()
          if (chunk) yield chunk
          if (step === 'end') break
        }
      }
      this.sha256 = await text.digest()
      this.finish(reader, text.fileBytes())
    } catch (error) {
      refuseUnreadable(this.file, error)
    } finally {
      await text.close()
    }
  }

  private reader(window: FileWindow, sink: Sink, number: number): WindowReader {
    const { file, header: names, plain } = this
    const { header, textEncoding: encoding } = this.opening
    const common = { file, encoding, header: names, number, line: header.line }
    if (plain) {
      const { trailing } = header
      const limits = this.options.limits ?? {}
      return new RecordReader(window, sink, {
        ...{ ...common, delimiter: this.delimiter, trailing, limits },
      })
    }
    const { dialect, lead, title } = header
    const splitOptions = { ...common, totals: dialect.totals, lead }
    if (header.form === 'sap-list') {
      const list = new ListSplitter(encoding, names.length)
      list.learn(title?.above ?? [], title?.header ?? '')
      return new SplitReader(window, list, sink, splitOptions)
    }
    const expected = names.length + (lead ? 1 : 0)
    const splitter = new DialectSplitter(dialect, expected, this.options.limits)
    return new SplitReader(window, splitter, sink, splitOptions)
  }

  /** A malformed record is kept with the bytes that the file has. */
  private asInFile(record: MalformedRecord): MalformedRecord {
    const { encoding } = this
    if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return record
    return { ...record, bytes: toUtf16(record.bytes, encoding) }
  }

  private finish(reader: WindowReader, bytesRead: number): void {
    const { file, bytes } = this
    if (bytesRead !== bytes) {
      const sizes = `${bytes} bytes when opened, ${bytesRead} when read`
      const hint = 'Write files under another name and rename them when they are complete'
      throw new DeliveryRefused('unreadable_file', `${file} changed (${sizes})`, { file }, hint)
    }
    const { lf, crlf, cr } = this.opening.header.lineEnds
    const ends = reader.lineEnds
    this.received = reader.received
    this.malformed = reader.malformed
    this.lineEnds = { lf: lf + ends.lf, crlf: crlf + ends.crlf, cr: cr + ends.cr }
    const { quotedFields, totalFields } = reader
    this.quoting = quotedFields === 0 ? 'none' : quotedFields === totalFields ? 'all' : 'some'
    this.notes.push(...reader.notes())
  }
}

/** What a file is, in words. */
function kindOf(container: Container, { form, lead, dialect }: Opening['header']): string {
  const inside = container.compression === 'none' ? '' : `${container.compression} of `
  if (form === 'sap-list') return `${inside}an SAP list`
  if (lead) return `${inside}an SAP list for a spreadsheet`
  return `${inside}${dialect.delimiter === '\t' ? 'tab-separated text' : 'CSV'}`
}
