/** The output of inspect --out: clean CSV, and beside it the malformed records with their bytes. */
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { UsageError } from '@/lib/shared/errors'
import type { MalformedRecord } from './types'

/** Files appear under their names when they are complete, not before. */
const PARTIAL = '.partial'
const MALFORMED_HEADER = 'number,line_from,line_to,reason,detail,bytes_base64\r\n'

export class CleanFiles {
  readonly malformedPath: string
  private side: FileHandle | undefined

  private constructor(
    readonly path: string,
    private readonly main: FileHandle,
  ) {
    this.malformedPath = `${path}.malformed.csv`
  }

  /**
   * @param path where the clean CSV goes; malformed records go to <path>.malformed.csv
   * @param input file that must not be overwritten
   * @throws UsageError
   */
  static async open(path: string, input: string): Promise<CleanFiles> {
    const source = await stat(input)
    const targets = [path, `${path}.malformed.csv`]
    for (const target of [...targets, ...targets.map((name) => name + PARTIAL)]) {
      const there = await stat(target).catch(() => undefined)
      if (there?.isDirectory()) throw new UsageError(`${target} is a folder`)
      if (there?.ino === source.ino && there.dev === source.dev) {
        throw new UsageError(`${target} is the file that is read`, 'Name another output')
      }
    }
    const main = await open(path + PARTIAL, 'w').catch((error) => {
      throw new UsageError(`${path} cannot be written (${error.code})`)
    })
    return new CleanFiles(path, main)
  }

  async header(names: readonly string[]): Promise<void> {
    await writeAll(this.main, `${names.map(csv).join(',')}\r\n`)
  }

  async clean(chunk: Buffer): Promise<void> {
    await writeAll(this.main, chunk)
  }

  async malformed({ number, lineFrom, lineTo, reason, detail, bytes }: MalformedRecord) {
    if (!this.side) {
      this.side = await open(this.malformedPath + PARTIAL, 'w')
      await writeAll(this.side, MALFORMED_HEADER)
    }
    const fields = [number, lineFrom, lineTo, reason, csv(detail), bytes.toString('base64')]
    await writeAll(this.side, `${fields.join(',')}\r\n`)
  }

  /** Puts both files in place; a side file of an earlier run goes when nothing is malformed now. */
  async close(): Promise<void> {
    await this.main.close()
    await this.side?.close()
    if (this.side) await rename(this.malformedPath + PARTIAL, this.malformedPath)
    else await rm(this.malformedPath, { force: true })
    await rename(this.path + PARTIAL, this.path)
  }

  /** After an error: nothing is left of what was begun. */
  async discard(): Promise<void> {
    await this.main.close().catch(() => {})
    await this.side?.close().catch(() => {})
    await rm(this.path + PARTIAL, { force: true })
    await rm(this.malformedPath + PARTIAL, { force: true })
  }
}

/** FileHandle.write() may write less than it is given; writeFile() goes on at the position. */
async function writeAll(handle: FileHandle, data: string | Buffer): Promise<void> {
  await handle.writeFile(data)
}

function csv(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
