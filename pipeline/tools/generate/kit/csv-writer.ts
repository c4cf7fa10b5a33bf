import { type FileHandle, open } from 'node:fs/promises'

const FLUSH_AT = 1 << 18

/** Quotes a value only where a comma, a quote or a line end asks for it. */
export function csvField(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/**
 * Writes one CSV file through a buffer of bounded size. `line` never waits; whoever produces rows
 * calls `drain` when `full` says so, which is the back-pressure.
 */
export class CsvWriter {
  rows = 0
  private text = ''
  private chunks: Buffer[] = []
  private size = 0

  private constructor(private readonly file: FileHandle) {}

  static async create(path: string, header: readonly string[]): Promise<CsvWriter> {
    const writer = new CsvWriter(await open(path, 'w'))
    writer.text = `${header.join(',')}\n`
    return writer
  }

  /** One record as finished text, without its line end. */
  line(record: string): void {
    this.text += record
    this.text += '\n'
    this.rows++
  }

  /** One record as bytes, for what no encoding would produce. */
  raw(record: Buffer): void {
    this.pack()
    this.chunks.push(record, Buffer.from('\n'))
    this.size += record.length + 1
    this.rows++
  }

  get full(): boolean {
    return this.text.length + this.size > FLUSH_AT
  }

  async drain(): Promise<void> {
    this.pack()
    const chunks = this.chunks
    this.chunks = []
    this.size = 0
    for (const chunk of chunks) await this.file.writeFile(chunk)
  }

  async close(): Promise<void> {
    try {
      await this.drain()
    } finally {
      await this.file.close()
    }
  }

  private pack(): void {
    if (this.text === '') return
    const chunk = Buffer.from(this.text, 'utf8')
    this.text = ''
    this.chunks.push(chunk)
    this.size += chunk.length
  }
}
