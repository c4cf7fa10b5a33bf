/**
 * Malformed records wait in a temporary file until the COPY of their neighbours is through: one
 * connection cannot do both, and a broken file may hold any number of them.
 */

import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Db } from '@/lib/shared/db/connection'
import { LazaretError } from '@/lib/shared/errors'
import type { MalformedRecord } from '@/pipeline/engine/read/types'

export interface SpoolTarget {
  runId: number
  dataset: string
  source: string
  file: string
  at: string
}

export class MalformedSpool {
  private folder: string | undefined
  private stream: WriteStream | undefined
  /** What the temporary folder said; a full disk is no fault of the delivery. */
  private failure: Error | undefined

  /** Keeps one record; resolves when there is room for the next. */
  async add(record: MalformedRecord): Promise<void> {
    const stream = this.stream ?? (await this.begin())
    const fields = [
      record.number,
      record.lineFrom,
      record.lineTo,
      record.reason,
      copyText(record.detail),
      `\\\\x${record.bytes.toString('hex')}`,
    ]
    if (this.failure) throw this.failure
    if (!stream.write(`${fields.join('\t')}\n`)) await this.until(stream, 'drain')
  }

  private async begin(): Promise<WriteStream> {
    try {
      this.folder = await mkdtemp(join(tmpdir(), 'lazaret-'))
    } catch (error) {
      throw temporaryFault(error)
    }
    const stream = createWriteStream(join(this.folder, 'malformed'))
    // Without a listener a stream that is destroyed between two records would end the process.
    stream.on('error', (error) => {
      this.failure ??= temporaryFault(error)
    })
    this.stream = stream
    return stream
  }

  private async until(stream: WriteStream, event: 'drain' | 'close'): Promise<void> {
    // A stream that is let go closes and never drains.
    const events = new Set([event, 'close'])
    const heard = [...events].map((name) => once(stream, name).catch(() => {}))
    if (!stream.closed) await Promise.race(heard)
    if (this.failure) throw this.failure
  }

  /** Copies what was kept into bronze.malformed, in the running transaction. */
  async copyInto(db: Db, target: SpoolTarget): Promise<void> {
    if (!this.stream || !this.folder) return
    this.stream.end()
    await this.until(this.stream, 'close')
    const constant = [target.runId, target.dataset, target.source, target.file, target.at]
      .map((value) => copyText(String(value)))
      .join('\t')
    const copy = db.client.query(
      copyFrom(`COPY bronze.malformed (_run, dataset, source, _arquivo_origem, _ingestao_em, _n,
        _linha, _linha_fim, reason, detail, bytes) FROM STDIN (ENCODING 'UTF8')`),
    )
    const path = join(this.folder, 'malformed')
    await pipeline(
      createReadStream(path, { highWaterMark: 1 << 20 }),
      behind(`${constant}\t`),
      copy,
    )
  }

  /** Lets the temporary file go, also when the COPY beside it failed. */
  async discard(): Promise<void> {
    if (this.stream && !this.stream.closed) {
      const closed = once(this.stream, 'close')
      this.stream.destroy()
      await closed.catch(() => {})
    }
    if (this.folder) await rm(this.folder, { recursive: true, force: true })
  }
}

const copyText = (text: string): string =>
  text.replace(
    /[\\\t\n\r]/g,
    (c) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[c] as string,
  )

function temporaryFault(error: unknown): LazaretError {
  const why = (error as NodeJS.ErrnoException).code ?? String(error)
  const message = `The temporary folder ${tmpdir()} cannot be written to (${why})`
  return new LazaretError(message, 1, {}, 'Make room there, or set TMPDIR to another folder')
}

/** Puts a prefix before every line of an ASCII stream. */
function behind(prefix: string): Transform {
  let atStart = true
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const text = chunk.toString('utf8')
      const lead = atStart ? prefix : ''
      atStart = text.endsWith('\n')
      const body = atStart ? text.slice(0, -1) : text
      done(null, `${lead}${body.replaceAll('\n', `\n${prefix}`)}${atStart ? '\n' : ''}`)
    },
  })
}
