/** Proofs as the screen shows them: per domain the latest one, and whether it still holds. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { isoSql } from '@/lib/shared/db/sql'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { ProofSource, ProofSummary, RuleProof } from '@/lib/shared/proof'

const Proof = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  seconds: z.number(),
  /** Rules or post-conditions have changed since. */
  outdated: z.boolean(),
  source: ProofSource,
  summary: ProofSummary,
  rules: z.array(RuleProof),
})
export type Proof = z.infer<typeof Proof>

export interface DomainProof {
  domain: string
  /** Null when the domain was never proved. */
  proof: Proof | null
}

/** A proof is parsed when there is one: until then its parts are anything. */
const StoredProof = z.object({
  domain: z.string(),
  id: z.number().nullable(),
  at: z.string().nullable(),
  seconds: z.number().nullable(),
  source: z.unknown(),
  summary: z.unknown(),
  rules: z.unknown(),
  outdated: z.boolean(),
})

/**
 * The latest proof of every domain, or of one; domains that were never proved come last.
 * @throws ZodError where a record is not one.
 */
export async function readProofs(db: Reader, domain?: string): Promise<DomainProof[]> {
  const rows = await typedRows(
    db,
    StoredProof,
    `SELECT d.name AS domain, p.id, ${isoSql('p.at')} AS at, p.seconds, p.source, p.summary, p.rules,
      p.fingerprint IS DISTINCT FROM d.fingerprint AS outdated
    FROM quality.domain d
    LEFT JOIN LATERAL (SELECT * FROM quality.proof x WHERE x.domain = d.name
      ORDER BY x.id DESC LIMIT 1) p ON true
    WHERE $1::text IS NULL OR d.name = $1
    ORDER BY p.id IS NULL, d.name`,
    [domain ?? null],
  )
  return rows.map((row) => ({
    domain: row.domain,
    proof: row.id === null ? null : Proof.parse(row),
  }))
}
