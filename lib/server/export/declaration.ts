/** A declaration's file and its certificate as downloads. */

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { readDeclaration } from '@/lib/server/queries/declarations'
import { database } from '@/lib/shared/db/client'
import { databaseOf, type Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { certificateName, certificateText } from '@/lib/shared/declaration/certificate'
import type { Download } from './download'
import { webStream } from './files/stream'

const Part = z.object({
  content: z.instanceof(Buffer),
})

/**
 * The file or the certificate of a declaration; undefined when there is none. The file is read
 * piece by piece, and its last piece is handed on only when the whole matches the certificate.
 */
export async function exportDeclaration(
  id: number,
  part: 'file' | 'certificate',
  db: Reader = databaseOf(database()),
): Promise<Download | undefined> {
  const found = await readDeclaration(db, id)
  if (!found?.certificate || !found.file || !found.sha256) return undefined
  if (part === 'certificate') {
    return {
      body: webStream(Readable.from([Buffer.from(certificateText(found.certificate))])),
      contentType: 'application/json; charset=utf-8',
      filename: certificateName(found.file),
    }
  }
  return {
    body: webStream(Readable.from(pieces(db, id, found.sha256))),
    contentType: 'text/csv; charset=utf-8',
    filename: found.file,
  }
}

async function* pieces(db: Reader, id: number, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let waiting: Buffer | undefined
  for (let n = 0; ; n++) {
    const [part] = await typedRows(
      db,
      Part,
      'SELECT content FROM quality.declaration_part WHERE declaration_id = $1 AND n = $2',
      [id, n],
    )
    if (!part) break
    if (waiting) yield waiting
    hash.update(part.content)
    waiting = part.content
  }
  const found = hash.digest('hex')
  if (found !== sha256) {
    throw new Error(`declaration ${id}: its file has the hash ${found}, its certificate ${sha256}`)
  }
  if (waiting) yield waiting
}
