/** Asking for a declaration, in the caller's transaction. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

export interface RequestedDeclaration {
  id: number
  /** False: one was waiting already, and this is it. */
  created: boolean
}

const Id = z.object({
  id: z.number(),
})

/** Inserts a request, or finds the one that waits. */
export async function requestDeclaration(
  db: Reader,
  request: { domain: string; actor: string; at: string },
): Promise<RequestedDeclaration> {
  const [created] = await typedRows(
    db,
    Id,
    `INSERT INTO quality.declaration (domain, status, actor, requested_at)
    VALUES ($1, 'queued', $2, $3)
    ON CONFLICT (domain) WHERE status IN ('queued', 'running') DO NOTHING RETURNING id`,
    [request.domain, request.actor, request.at],
  )
  if (created) return { id: created.id, created: true }
  const [waiting] = await typedRows(
    db,
    Id,
    `SELECT id FROM quality.declaration WHERE domain = $1 AND status IN ('queued', 'running')`,
    [request.domain],
  )
  // It ended between the two statements: this is a new request after all.
  return waiting ? { id: waiting.id, created: false } : requestDeclaration(db, request)
}
