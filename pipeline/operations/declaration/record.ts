import type { Db } from '@/lib/shared/db/connection'
import { Certificate } from '@/lib/shared/declaration/certificate'
import { LazaretError } from '@/lib/shared/errors'
import { DeclarationRefused } from './refused'

export interface DeclarationRow {
  id: number
  domain: string
  status: 'queued' | 'running' | 'done' | 'refused' | 'failed'
  actor: string
  requested_at: Date
}

/** @throws LazaretError when there is none with this id. */
export async function readDeclaration(db: Db, id: number): Promise<DeclarationRow> {
  const [row] = await db.rows<DeclarationRow>(
    'SELECT id, domain, status, actor, requested_at FROM quality.declaration WHERE id = $1',
    [id],
  )
  if (!row) throw new LazaretError(`There is no declaration ${id}`)
  return row
}

/** Closes a declaration with what it came to; in the transaction that wrote its file. */
export async function keepCertificate(db: Db, id: number, c: Certificate): Promise<void> {
  const { file, rows, bytes, sha256 } = c.output
  await db.exec(
    `UPDATE quality.declaration SET status = 'done', finished_at = $2, run_id = $3, file = $4,
      rows = $5, bytes = $6, sha256 = $7, certificate = $8 WHERE id = $1`,
    [id, c.produced_at, c.run.id, file, rows, bytes, sha256, JSON.stringify(c)],
  )
}

/** Closes one that was not produced, and keeps why. */
export async function keepRefusal(db: Db, id: number, error: unknown): Promise<void> {
  const refused = error instanceof DeclarationRefused
  const message = error instanceof Error ? error.message : String(error)
  const hint = error instanceof LazaretError ? error.hint : undefined
  const said = { ...(refused ? error.refusal : {}), message, ...(hint ? { hint } : {}) }
  await db.exec(
    'UPDATE quality.declaration SET status = $2, finished_at = $3, error = $4 WHERE id = $1',
    [
      id,
      refused ? 'refused' : 'failed',
      new Date().toISOString(),
      JSON.stringify({ reason: refused ? error.reason : 'internal', ...said }),
    ],
  )
}

/** The file of a declaration, piece by piece. */
export async function* readParts(db: Db, id: number): AsyncGenerator<Buffer> {
  for (let n = 0; ; n++) {
    const [part] = await db.rows<{ content: Buffer }>(
      'SELECT content FROM quality.declaration_part WHERE declaration_id = $1 AND n = $2',
      [id, n],
    )
    if (!part) return
    yield part.content
  }
}

/** The certificate of one that is done, in the order in which it was written. */
export async function readCertificate(db: Db, id: number): Promise<Certificate> {
  const { certificate } = await db.row<{ certificate: unknown }>(
    `SELECT certificate FROM quality.declaration WHERE id = $1 AND status = 'done'`,
    [id],
  )
  return Certificate.parse(certificate)
}
