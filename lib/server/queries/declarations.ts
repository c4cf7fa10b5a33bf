/** Declarations as the screens show them, and whether one can be produced now. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { isoSql } from '@/lib/shared/db/sql'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { Certificate } from '@/lib/shared/declaration/certificate'
import { declarationObstacle, type Obstacle } from '@/lib/shared/declaration/obstacle'

/** A domain that declares. */
export interface Declaring {
  domain: string
  dataset: string
  /** View of how recent its parents are, see `readRecency`. */
  recency: string | null
  /** Why it cannot declare now. */
  obstacle: Obstacle | null
  /** The run that would be declared. */
  run: { id: number; asOf: string } | null
}

export const DeclarationLine = z.object({
  id: z.number(),
  domain: z.string(),
  status: z.enum(['queued', 'running', 'done', 'refused', 'failed']),
  /** Name of the person, or terminal. */
  actor: z.string(),
  requestedAt: z.string(),
  finishedAt: z.string().nullable(),
  run: z.number().nullable(),
  file: z.string().nullable(),
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
  sha256: z.string().nullable(),
  /** Rows that the certificate counts as collected. */
  collected: z.number().nullable(),
  error: z
    .object({
      reason: z.string(),
      message: z.string(),
      run: z.number().optional(),
      replay: z.number().optional(),
      hint: z.string().optional(),
    })
    .nullable(),
})
export type DeclarationLine = z.infer<typeof DeclarationLine>

export interface DeclarationDetail extends DeclarationLine {
  certificate: Certificate | null
}

const View = z.string().regex(/^[a-z][a-z0-9_]*$/)
const Declared = z.object({
  dataset: z.string(),
  recency: z.object({ view: View }).optional(),
})

const StoredDeclaring = z.object({
  name: z.string(),
  declaration: z.unknown(),
  id: z.number().nullable(),
  asOf: z.string().nullable(),
})

const Kept = z.object({
  certificate: z.string().nullable(),
})

/** The domains that declare; one of them where it is given. */
export async function readDeclaring(db: Reader, domain: string | undefined): Promise<Declaring[]> {
  const rows = await typedRows(
    db,
    StoredDeclaring,
    `SELECT d.name, d.declaration, r.id, ${isoSql('r.as_of')} AS "asOf" FROM quality.domain d
    LEFT JOIN LATERAL (SELECT id, as_of FROM quality.run WHERE domain = d.name
      AND status = 'committed' ORDER BY id DESC LIMIT 1) r ON true
    WHERE d.declaration IS NOT NULL AND ($1::text IS NULL OR d.name = $1) ORDER BY d.name`,
    [domain ?? null],
  )
  const declaring: Declaring[] = []
  for (const { name, declaration, id, asOf } of rows) {
    const { dataset, recency } = Declared.parse(declaration)
    declaring.push({
      domain: name,
      dataset,
      recency: recency?.view ?? null,
      obstacle: (await declarationObstacle(db, name)) ?? null,
      run: id === null || asOf === null ? null : { id, asOf },
    })
  }
  return declaring
}

const LINE = `d.id, d.domain, d.status, auth.name_at(d.actor, d.requested_at) AS actor, d.run_id AS run, d.file,
  ${isoSql('d.requested_at')} AS "requestedAt", ${isoSql('d.finished_at')} AS "finishedAt",
  d.rows, d.bytes::float8 AS bytes, d.sha256, d.error,
  (d.certificate->'figures'->>'collected')::int AS collected
  FROM quality.declaration d`

/** Declarations, newest first, older than `before` and of one domain where these are given. */
export function readDeclarations(
  db: Reader,
  domain: string | undefined,
  before?: number,
  limit = 50,
): Promise<DeclarationLine[]> {
  return typedRows(
    db,
    DeclarationLine,
    `SELECT ${LINE} WHERE ($2::text IS NULL OR d.domain = $2) AND ($3::int IS NULL OR d.id < $3)
    ORDER BY d.id DESC LIMIT $1::int`,
    [limit, domain ?? null, before ?? null],
  )
}

/** One declaration with its certificate; undefined when there is none. */
export async function readDeclaration(
  db: Reader,
  id: number,
): Promise<DeclarationDetail | undefined> {
  const [line] = await typedRows(db, DeclarationLine, `SELECT ${LINE} WHERE d.id = $1`, [id])
  if (!line) return undefined
  const [kept] = await typedRows(
    db,
    Kept,
    'SELECT certificate::text AS certificate FROM quality.declaration WHERE id = $1',
    [id],
  )
  const text = kept?.certificate
  return { ...line, certificate: text ? Certificate.parse(JSON.parse(text)) : null }
}
