/**
 * The contract, counted from the written tables after the last write. Where is each delivered row
 * now? Nothing here trusts what a statement reported that it did.
 */

import type { Counts } from '@/lib/shared/counts'
import type { Db } from '@/lib/shared/db/connection'
import type { Plan } from '@/pipeline/engine/compile/plan'
import { bronzeTable, lit, silverTable } from '@/pipeline/engine/compile/sql'
import type { DatasetWork } from '@/pipeline/engine/evaluate/context'
import { deliveredTable } from '@/pipeline/engine/evaluate/pass'
import { type CheckOutcome, check } from './outcome'

const NOTHING: Counts = {
  received: 0,
  malformed: 0,
  silver: 0,
  quarantined: 0,
  duplicates: 0,
  flagged: 0,
  rules: {},
}

/** Counts of a dataset that was not delivered. */
export const nothingDelivered = (): Counts => ({ ...NOTHING, rules: {} })

/**
 * Counts where the rows of the given runs are now.
 * @param superseded records of older deliveries that newer ones replaced (rebuild only).
 */
export async function countDelivered(
  db: Db,
  plan: Plan,
  runs: readonly number[],
  superseded: number,
): Promise<Counts> {
  const { name, sources } = plan.dataset
  const delivered = deliveredTable(name)
  const list = runs.join(', ')
  const bronze = sources
    .map((s) => `(SELECT count(*) FROM ${bronzeTable(s.file)} WHERE _run IN (${list}))`)
    .join(' + ')
  // As sets: the planner knows nothing of a run as new as this one, took it for a single row, and
  // read the whole mark once for each of 1,600 duplicates: 134 s.
  const documented = `SELECT d.run_id, d.n FROM quality.duplicate d
      WHERE d.dataset = ${lit(name)} AND d.run_id IN (${list})`
  const counts = await db.row<Record<string, string>>(`SELECT ${bronze} AS bronze,
    (SELECT count(*) FROM bronze.malformed WHERE dataset = ${lit(name)} AND _run IN (${list})) AS malformed,
    CASE WHEN EXISTS (${documented}) THEN
      (SELECT count(*) FROM (${documented} INTERSECT ALL SELECT _run, _n FROM ${delivered}) d)
      ELSE 0 END AS duplicates,
    s.silver, s.flagged
    FROM (SELECT count(*) AS silver, count(*) FILTER (WHERE s._flags IS NOT NULL) AS flagged
      FROM ${silverTable(name)} s WHERE EXISTS (SELECT FROM ${delivered} m
        WHERE m._key = s._chave AND m._content = s._conteudo)) s`)
  const rules = await db.rows<{ rule: string; n: string }>(`SELECT q.rule, count(*) AS n
    FROM quality.quarantine q WHERE q.dataset = ${lit(name)} AND q.statut <> 'SOLDEE'
      AND EXISTS (SELECT FROM ${delivered} m WHERE m._key = q.key_hash AND m._content = q.content_hash)
    GROUP BY q.rule ORDER BY q.rule`)
  const malformed = Number(counts.malformed)
  return {
    received: Number(counts.bronze) + malformed - superseded,
    malformed,
    silver: Number(counts.silver),
    flagged: Number(counts.flagged),
    duplicates: Number(counts.duplicates),
    quarantined: rules.reduce((sum, r) => sum + Number(r.n), 0),
    rules: Object.fromEntries(rules.map((r) => [r.rule, Number(r.n)])),
  }
}

/** Contract 1: received = silver + quarantined + duplicates, and the reader saw the same number. */
export async function balanceChecks(
  db: Db,
  plan: Plan,
  counts: Counts,
  readerCount: number | undefined,
): Promise<CheckOutcome[]> {
  const { name } = plan.dataset
  const found = counts.silver + counts.quarantined + counts.duplicates
  const balance = check(`balance.${name}`, name, counts.received, found)
  if (!balance.ok) balance.sample = await lostRows(db, plan)
  if (readerCount === undefined) return [balance]
  return [check(`read.${name}`, name, readerCount, counts.received), balance]
}

/** Delivered records that are nowhere, by file and line. */
async function lostRows(db: Db, plan: Plan): Promise<string[]> {
  const { name, sources } = plan.dataset
  const delivered = deliveredTable(name)
  const lost = await db.rows<{ place: string }>(
    `${sources
      .map(
        (s) => `SELECT b._arquivo_origem || ':' || b._linha AS place FROM ${bronzeTable(s.file)} b
      LEFT JOIN ${delivered} m ON m._run = b._run AND m._n = b._n
      WHERE b._run IN (SELECT DISTINCT _run FROM ${delivered})
        AND NOT EXISTS (SELECT FROM ${silverTable(name)} x WHERE x._chave = m._key AND x._conteudo = m._content)
        AND NOT EXISTS (SELECT FROM quality.quarantine q WHERE q.dataset = ${lit(name)}
          AND q.statut <> 'SOLDEE' AND q.key_hash = m._key AND q.content_hash = m._content)
        AND NOT EXISTS (SELECT FROM quality.duplicate d WHERE d.dataset = ${lit(name)}
          AND d.run_id = b._run AND d.n = b._n)`,
      )
      .join(' UNION ALL ')} LIMIT 1000`,
  )
  return lost.map((row) => row.place)
}

/**
 * Contracts 2 and 4: the stock of Silver adds up; no key is in Silver and in quarantine.
 * @param snapshot counts of what makes up the whole dataset (a full delivery, a rebuild): nothing
 *   but those rows may stand.
 */
export async function stockChecks(
  db: Db,
  { plan, moves }: DatasetWork,
  snapshot: Counts | undefined,
): Promise<{ checks: CheckOutcome[]; silverAfter: number }> {
  const { name } = plan.dataset
  const silver = silverTable(name)
  const { after, live } = await db.row<{ after: string; live: string }>(`SELECT
    (SELECT count(*) FROM ${silver}) AS after,
    (SELECT count(*) FROM quality.quarantine WHERE dataset = ${lit(name)} AND statut <> 'SOLDEE') AS live`)
  const expected = moves.silverBefore + moves.entered - moves.withheld - moves.withdrawn
  const both = await db.rows<{ key: string }>(`SELECT q.key_text AS key FROM quality.quarantine q
    WHERE q.dataset = ${lit(name)} AND q.statut <> 'SOLDEE'
      AND EXISTS (SELECT FROM ${silver} s WHERE s._chave = q.key_hash)`)
  const keys = both.map((row) => row.key)
  const checks = [
    check(`stock.${name}`, name, expected, after),
    check(`exclusive.${name}`, name, 0, both.length, keys),
  ]
  if (snapshot) {
    const delivered = snapshot.silver + snapshot.quarantined
    checks.push(check(`snapshot.${name}`, name, delivered, Number(after) + Number(live)))
  }
  return { checks, silverAfter: Number(after) }
}

/** Contract 8: per rule and currency, the ledger closes at what is open. */
export async function ledgerCheck(db: Db, plan: Plan): Promise<CheckOutcome> {
  const { name } = plan.dataset
  const wrong = await db.rows<{ group: string }>(`WITH ledger AS (
      SELECT rule, currency,
        sum(in_rows + reopened_rows + moved_in_rows + revalued_rows - out_rows - moved_out_rows) AS n,
        sum(in_amount + reopened_amount + moved_in_amount + revalued_amount - out_amount - moved_out_amount) AS amount
      FROM quality.flow_daily WHERE dataset = ${lit(name)} GROUP BY 1, 2
    ), stock AS (
      SELECT rule, coalesce(currency, '') AS currency, count(*) AS n, coalesce(sum(amount), 0) AS amount
      FROM quality.quarantine WHERE dataset = ${lit(name)} AND statut = 'A_TRAITER' GROUP BY 1, 2
    )
    SELECT concat_ws(' ', rule, currency) || ': ledger ' || coalesce(l.n, 0) || ' rows ' ||
      coalesce(l.amount, 0) || ', open ' || coalesce(s.n, 0) || ' rows ' || coalesce(s.amount, 0) AS group
    FROM ledger l FULL JOIN stock s USING (rule, currency)
    WHERE coalesce(l.n, 0) <> coalesce(s.n, 0) OR coalesce(l.amount, 0) <> coalesce(s.amount, 0)`)
  return check(
    `ledger.${name}`,
    name,
    0,
    wrong.length,
    wrong.map((row) => row.group),
  )
}
