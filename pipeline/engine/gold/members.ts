/** Which waiting rows make up what is withheld from a figure. */

import type { Statements } from '@/lib/shared/db/connection'
import type { Dialect } from '@/pipeline/engine/compile/dialect'
import { applyDifference, type Changes } from './difference'
import { type Counting, onKeyDate } from './rows'

/** Writes `gold.retida` of a domain; the waiting rows were counted in this transaction. */
export function writeMembers(
  db: Statements,
  dialect: Dialect,
  domain: string,
  countings: readonly Counting[],
  keyDate: string,
  columns: ReadonlyMap<string, string>,
): Promise<Changes> {
  const rows = countings.map((counting) => onKeyDate(dialect, counting.membersSql(), keyDate))
  return applyDifference(db, dialect, {
    name: 'retida',
    key: ['quarantine_id'],
    columns,
    scope: { dominio: domain },
    select: `SELECT quarantine_id, ${dialect.lit(domain)}::text AS dominio, conjuntos, grupos
      FROM (${rows.join(' UNION ALL ')}) m WHERE cardinality(conjuntos) > 0`,
  })
}
