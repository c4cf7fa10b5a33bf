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

  /** Keeps one record; resolves when there is room for the next. */
  async add(record: MalformedRecord): Promise<void> {
    if (!this.stream) {
      this.folder = await mkdtemp(join(tmpdir(), 'lazaret-'))
      this.stream = createWriteStream(join(this.folder, 'malformed'))
    }
    const fields = [
      record.number,
      record.lineFrom,
      record.lineTo,
      record.reason,
      copyText(record.detail),
      `\\\\x${record.bytes.toString('hex')}`,
    ]
    if (!this.stream.write(`${fields.join('\t')}\n`)) await once(this.stream, 'drain')
  }

  /** Copies what was kept into bronze.malformed, in the running transaction. */
  async copyInto(db: Db, target: SpoolTarget): Promise<void> {
    if (!this.stream || !this.folder) return
    this.stream.end()
    await once(this.stream, 'close')
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
      prefixLines(`${constant}\t`),
      copy,
    )
  }

  async discard(): Promise<void> {
    this.stream?.destroy()
    if (this.folder) await rm(this.folder, { recursive: true, force: true })
  }
}

const copyText = (text: string): string =>
  text.replace(
    /[\\\t\n\r]/g,
    (c) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[c] as string,
  )

/** Puts a prefix before every line of an ASCII stream. */
function prefixLines(prefix: string): Transform {
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
