/** What becomes of a well-formed record: a line for COPY, or a line of RFC 4180 CSV. */
import { COMMA, CR, LF } from './bytes'
import { decode, utf8Table } from './encoding'
import { FieldSpans, fieldBytes } from './fields'
import { Output } from './output'
import type { Encoding } from './types'

const FLUSH_BYTES = 128 * 1024
/** Two integers of at most 16 digits, delimiters and the line end. */
const PREFIX_BYTES = 40

/** How the fields of the file are laid out; declared[i] is false for an extra column. */
export interface Layout {
  encoding: Encoding
  delimiter: string
  header: readonly string[]
  declared: readonly boolean[]
}

export interface Sink {
  readonly output: Output
  record(
    bytes: Buffer,
    start: number,
    end: number,
    number: number,
    line: number,
    bare: boolean,
  ): void
}

/**
 * COPY lines: number, physical line, the caller's constant, then the declared fields. A record
 * passes as it stands unless it has extra columns or a quote inside an unquoted field, which
 * PostgreSQL would take for quoting. NULL and empty text stay apart: nothing against "".
 */
export class CopySink implements Sink {
  readonly output: Output
  private readonly constant: Buffer
  private readonly delimiter: number
  private readonly spans = new FieldSpans()
  private readonly hasExtra: boolean

  constructor(
    private readonly layout: Layout,
    constant: string,
  ) {
    this.output = new Output(FLUSH_BYTES, utf8Table(layout.encoding))
    this.constant = Buffer.from(constant)
    this.delimiter = layout.delimiter.charCodeAt(0)
    this.hasExtra = layout.declared.includes(false)
  }

  record(bytes: Buffer, start: number, end: number, number: number, line: number, bare: boolean) {
    const { output, constant, delimiter } = this
    output.reserve(end - start, PREFIX_BYTES + constant.length + 2 * this.layout.header.length)
    output.integer(number)
    output.byte(delimiter)
    output.integer(line)
    output.byte(delimiter)
    output.verbatim(constant)
    if (bare || this.hasExtra) this.rewrite(bytes, start, end)
    else output.copy(bytes, start, end)
    output.byte(LF)
  }

  private rewrite(bytes: Buffer, start: number, end: number): void {
    const { spans, output, delimiter } = this
    const { declared, header, encoding } = this.layout
    spans.split(bytes, start, end, delimiter)
    const extra: Record<string, string | null> = {}
    let written = 0
    for (let i = 0; i < spans.count; i++) {
      const from = spans.starts[i] as number
      const to = spans.ends[i] as number
      if (declared[i]) {
        if (written++ > 0) output.byte(delimiter)
        output.field(bytes, from, to, delimiter)
      } else {
        extra[header[i] as string] =
          from === to ? null : decode(fieldBytes(bytes, from, to), encoding)
      }
    }
    if (!this.hasExtra) return
    if (written > 0) output.byte(delimiter)
    output.quotedText(JSON.stringify(extra))
  }
}

/** RFC 4180: commas, CRLF, quotes where they are needed, UTF-8. Field contents are unchanged. */
export class CleanCsvSink implements Sink {
  readonly output: Output
  private readonly delimiter: number
  private readonly spans = new FieldSpans()

  constructor(private readonly layout: Layout) {
    this.output = new Output(FLUSH_BYTES, utf8Table(layout.encoding))
    this.delimiter = layout.delimiter.charCodeAt(0)
  }

  record(bytes: Buffer, start: number, end: number): void {
    const { spans, output } = this
    output.reserve(end - start, 2 + 2 * this.layout.header.length)
    spans.split(bytes, start, end, this.delimiter)
    for (let i = 0; i < spans.count; i++) {
      if (i > 0) output.byte(COMMA)
      output.field(bytes, spans.starts[i] as number, spans.ends[i] as number, COMMA)
    }
    output.byte(CR)
    output.byte(LF)
  }
}
