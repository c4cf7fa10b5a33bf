import type { Db } from '@/lib/shared/db/connection'
import type { ProofReport } from './types'

/** Keeps a report. @returns its id. */
export async function writeProof(db: Db, report: ProofReport): Promise<number> {
  const { id } = await db.row<{ id: number }>(
    `INSERT INTO quality.proof (domain, at, source, fingerprint, rules, summary, seconds)
    VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [
      report.domain,
      report.at,
      JSON.stringify(report.source),
      report.fingerprint,
      JSON.stringify(report.rules),
      JSON.stringify(report.summary),
      report.seconds,
    ],
  )
  return id
}
