/**
 * Asking for a declaration, and handing it to the worker: in the caller's transaction, so that
 * neither is there without the other; independent of the driver.
 */
import type { Query } from '@/lib/shared/replay/request'

export interface RequestedDeclaration {
  id: number
  /** False: one was waiting already, and this is it. */
  created: boolean
}

/** Inserts a request, or finds the one that waits. */
export async function requestDeclaration(
  query: Query,
  request: { domain: string; actor: string; at: string },
): Promise<RequestedDeclaration> {
  const [created] = await query<{ id: number }>(
    `INSERT INTO quality.declaration (domain, status, actor, requested_at)
    VALUES ($1, 'queued', $2, $3)
    ON CONFLICT (domain) WHERE status IN ('queued', 'running') DO NOTHING RETURNING id`,
    [request.domain, request.actor, request.at],
  )
  if (created) return { id: created.id, created: true }
  const [waiting] = await query<{ id: number }>(
    `SELECT id FROM quality.declaration WHERE domain = $1 AND status IN ('queued', 'running')`,
    [request.domain],
  )
  // It ended between the two statements: this one is a new wish after all.
  return waiting ? { id: waiting.id, created: false } : requestDeclaration(query, request)
}

/** Adds the job that produces it, after what else the domain has to do. Twice is harmless. */
export async function enqueueDeclaration(
  query: Query,
  { id, domain }: { id: number; domain: string },
): Promise<void> {
  await query(
    `SELECT graphile_worker.add_job('declaration', json_build_object('id', $1::int),
      queue_name := $2::text, job_key := $3::text)`,
    [id, domain, `declaration:${id}`],
  )
}
