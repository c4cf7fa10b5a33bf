/** Opens a CSV extract and streams it as bytes for COPY and as malformed records. */
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { DeliveryRefused } from '@/lib/shared/errors'
import { bomLength, detectEncoding } from './encoding'
import { type Header, readHeader } from './header'
import { RecordReader } from './reader'
import { CopySink, type Layout, type Sink } from './sinks'
import type {
  CopyOptions,
  Delimiter,
  Encoding,
  ExtractOptions,
  LineEnds,
  MalformedRecord,
  Quoting,
} from './types'
import { FileWindow } from './window'

const CHUNK_BYTES = 256 * 1024
/** A header must end within these first bytes of the file. */
const HEAD_BYTES = 1024 * 1024

/** What openExtract() found out before the first record. */
interface Opening {
  bytes: number
  encoding: Encoding
  bom: number
  header: Header
  notes: string[]
}

/**
 * Opens a file and reads its header; bytes are streamed only by copy().
 * @throws DeliveryRefused unreadable_file, unsupported_encoding, empty_file, no_header,
 *   missing_column (all of them named), duplicate_header
 */
export async function openExtract(path: string, options: ExtractOptions): Promise<Extract> {
  const file = basename(path)
  const handle = await open(path, 'r').catch((error) => refuseUnreadable(file, error))
  try {
    return new Extract(path, options, await readOpening(handle, file, options))
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) refuseUnreadable(file, error)
    throw error
  } finally {
    await handle.close()
  }
}

async function readOpening(handle: FileHandle, file: string, options: ExtractOptions) {
  const stat = await handle.stat()
  if (!stat.isFile()) {
    throw new DeliveryRefused('unreadable_file', `${file} is not a file`, { file })
  }
  const head = Buffer.alloc(Math.min(HEAD_BYTES, stat.size))
  const { bytesRead } = await handle.read(head, 0, head.length, 0)
  const bom = bomLength(head.subarray(0, bytesRead), file)
  const notes: string[] = []
  const encoding = await decideEncoding(handle, bom, options.encoding, notes)
  const header = readHeader(
    head.subarray(bom, bytesRead),
    bytesRead === stat.size,
    file,
    encoding,
    options.columns,
    options.delimiter,
    options.optional,
  )
  notes.push(...header.notes)
  return { bytes: stat.size, encoding, bom, header, notes }
}

/** A byte order mark says UTF-8 in the file itself, so it outweighs a declaration. */
async function decideEncoding(
  handle: FileHandle,
  bom: number,
  declared: Encoding | undefined,
  notes: string[],
): Promise<Encoding> {
  if (bom > 0 && declared && declared !== 'utf-8') {
    notes.push(`declared ${declared}, but read as UTF-8, whose byte order mark it has`)
  }
  if (bom > 0) return 'utf-8'
  return declared ?? (await detectEncoding(handle, bom))
}

function refuseUnreadable(file: string, error: Error): never {
  const code = 'code' in error ? String(error.code) : ''
  const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code || error.message})`
  throw new DeliveryRefused('unreadable_file', `${file} ${why}`, { file })
}

export class Extract {
  readonly file: string
  /** Size in bytes. */
  readonly bytes: number
  readonly encoding: Encoding
  readonly bom: boolean
  readonly delimiter: Delimiter
  /** Column names as in the file, trimmed. */
  readonly header: readonly string[]
  /** What was forgiven, in words. */
  readonly notes: readonly string[]
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

  constructor(
    readonly path: string,
    private readonly options: ExtractOptions,
    private readonly opening: Opening,
  ) {
    const { header } = opening
    this.file = basename(path)
    this.bytes = opening.bytes
    this.encoding = opening.encoding
    this.bom = opening.bom > 0
    this.delimiter = header.delimiter
    this.header = header.names
    this.notes = opening.notes
    this.lineEnds = header.lineEnds
    this.extraColumns = header.names.filter((_, i) => header.declared[i] === null)
    const declared = header.declared.filter((name) => name !== null)
    this.copyColumns = this.extraColumns.length > 0 ? [...declared, '_extra'] : declared
    this.layout = {
      encoding: this.encoding,
      delimiter: this.delimiter,
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
    const { bom, header } = this.opening
    const skip = bom + header.offset
    const window = await FileWindow.open(this.path, this.options.chunkBytes ?? CHUNK_BYTES, skip)
    const reader = new RecordReader(window, sink, {
      delimiter: this.delimiter,
      encoding: this.encoding,
      fields: this.header.length,
      limits: this.options.limits ?? {},
      number: firstNumber,
      line: header.line,
    })
    try {
      for (;;) {
        const step = reader.step()
        if (step === 'malformed') await onMalformed(reader.record as MalformedRecord)
        else if (step === 'more') {
          signal?.throwIfAborted()
          await window.fill()
          reader.windowChanged()
          onProgress?.(window.bytesRead)
        } else {
          const chunk = sink.output.take()
          if (chunk) yield chunk
          if (step === 'end') break
        }
      }
      this.finish(reader, window)
    } catch (error) {
      if (error instanceof Error && 'syscall' in error) refuseUnreadable(this.file, error)
      throw error
    } finally {
      await window.close()
    }
  }

  private finish(reader: RecordReader, window: FileWindow): void {
    const { file, bytes } = this
    if (window.bytesRead !== bytes) {
      const sizes = `${bytes} bytes when opened, ${window.bytesRead} when read`
      const hint = 'Write files under another name and rename them when they are complete'
      throw new DeliveryRefused('unreadable_file', `${file} changed (${sizes})`, { file }, hint)
    }
    const { scanner } = reader
    const { lf, crlf, cr } = this.opening.header.lineEnds
    this.received = reader.received
    this.malformed = reader.malformed
    this.sha256 = window.digest()
    this.lineEnds = { lf: lf + scanner.lf, crlf: crlf + scanner.crlf, cr: cr + scanner.cr }
    const { quotedFields, totalFields } = scanner
    this.quoting = quotedFields === 0 ? 'none' : quotedFields === totalFields ? 'all' : 'some'
  }
}
