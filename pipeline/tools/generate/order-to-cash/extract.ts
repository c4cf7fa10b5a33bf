import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CsvWriter } from '@/pipeline/tools/generate/kit/csv-writer'
import { COLUMNS, SOURCES, type Source } from './tables'

/** The files of one delivery while they are written. */
export class Extract {
  readonly duplicates: Partial<Record<Source, number>> = {}
  private readonly writers = new Map<Source, CsvWriter>()
  private readonly early = new Map<Source, (string | Buffer)[]>()

  private constructor(private readonly folder: string) {}

  /** Opens the files: all eight at once for a full delivery, those needed for a delta. */
  static async open(folder: string, full: boolean): Promise<Extract> {
    await mkdir(folder, { recursive: true })
    const extract = new Extract(folder)
    if (full) for (const source of SOURCES) await extract.create(source)
    return extract
  }

  private async create(source: Source): Promise<CsvWriter> {
    const writer = await CsvWriter.create(join(this.folder, `${source}.csv`), COLUMNS[source])
    this.writers.set(source, writer)
    return writer
  }

  put(source: Source, record: string | Buffer): void {
    const writer = this.writers.get(source)
    if (writer === undefined) {
      // A delta opens a file with its first row, which has to wait for that.
      const waiting = this.early.get(source) ?? []
      waiting.push(record)
      this.early.set(source, waiting)
    } else if (typeof record === 'string') writer.line(record)
    else writer.raw(record)
  }

  duplicate(source: Source): void {
    this.duplicates[source] = (this.duplicates[source] ?? 0) + 1
  }

  /** Waits until the disk has what the buffers cannot hold; cheap when they are not full. */
  async relieve(): Promise<boolean> {
    let written = this.early.size > 0
    for (const [source, records] of this.early) {
      await this.create(source)
      this.early.delete(source)
      for (const record of records) this.put(source, record)
    }
    for (const writer of this.writers.values()) {
      if (!writer.full) continue
      await writer.drain()
      written = true
    }
    return written
  }

  /** Records written so far, by file. */
  get counts(): Partial<Record<Source, number>> {
    return Object.fromEntries(
      SOURCES.flatMap((s) => (this.writers.has(s) ? [[s, this.writers.get(s)?.rows]] : [])),
    )
  }

  get rows(): number {
    let rows = 0
    for (const writer of this.writers.values()) rows += writer.rows
    return rows
  }

  async close(): Promise<void> {
    for (const writer of this.writers.values()) await writer.close()
  }
}
