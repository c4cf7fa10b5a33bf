/**
 * The contract, asked once more with queries that share nothing with pipeline/engine/check and the
 * compiler: by raw values instead of hashes, by events instead of the ledger's trigger.
 */
import type { Client } from 'pg'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import type { Dataset } from '@/pipeline/engine/define/schema'

/** Columns that Silver is made of: the others do not make a record another one. */
function usedColumns(dataset: Dataset): string[] {
  const used = new Set(Object.values(dataset.columns).map((c) => c.from))
  return (dataset.sources[0]?.columns ?? []).filter((c) => used.has(c))
}

/** Raw values of every record that stands behind a dataset, as one text per record. */
function records(dataset: Dataset, where: string): string {
  const bronze = dataset.sources.map((s) => {
    const raw = usedColumns(dataset)
      .map((c) => `'${c}', b.${c.toLowerCase()}`)
      .join(', ')
    return `SELECT b._run, b._n, b._arquivo_origem AS file, b._linha AS line,
      '${s.file}' || jsonb_build_object(${raw})::text AS content FROM bronze.${s.file.toLowerCase()} b WHERE ${where}`
  })
  return `${bronze.join(' UNION ALL ')} UNION ALL SELECT b._run, b._n, b._arquivo_origem, b._linha, encode(b.bytes, 'hex')
    FROM bronze.malformed b WHERE b.dataset = '${dataset.name}' AND ${where}`
}

/** Declared raw values of live quarantined rows, in the same form. */
function waiting(dataset: Dataset): string {
  const raw = usedColumns(dataset)
    .map((c) => `'${c}', p.raw->>'${c}'`)
    .join(', ')
  return `SELECT q.id, q.run_id, q.n, p.file, p.line, q.rule, q.first_seen, p.raw,
      CASE WHEN p.raw IS NULL THEN encode(p.bytes, 'hex') ELSE p.source || jsonb_build_object(${raw})::text END AS content
    FROM quality.quarantine q LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    WHERE q.dataset = '${dataset.name}' AND q.statut <> 'SOLDEE'`
}

/** The source column behind each key column. */
const keyOf = (d: Dataset): [string, string][] =>
  d.key.map((name) => [name, d.columns[name]?.from as string])

/** Queries that must return nothing after a committed run, by the line of the contract they ask. */
function questions(dataset: Dataset, run: number): Record<string, string> {
  const { name } = dataset
  const delivered = `b._run = ${run}`
  return {
    '1 received is the sum of the rest': `SELECT 1 FROM quality.run_dataset WHERE run_id = ${run}
      AND dataset = '${name}' AND received <> silver + quarantined + duplicates`,
    '1 received is what the reader saw': `SELECT 1 FROM quality.run_dataset d WHERE d.run_id = ${run}
      AND d.dataset = '${name}' AND d.mode <> 'none' AND (d.received <> (SELECT count(*) FROM (${records(dataset, delivered)}) r)
      OR d.received <> (SELECT sum(f.received) FROM quality.run_file f WHERE f.run_id = ${run} AND f.dataset = '${name}'))`,
    '1 every delivered record is somewhere, once': `WITH here AS (
        SELECT content, count(*) AS n, min(file || ':' || line) AS place FROM (${records(dataset, delivered)}) r GROUP BY 1
      ), valid AS (
        SELECT r.content, count(*) AS n FROM silver.${name} s
        LEFT JOIN (${records(dataset, 'true')}) r ON r._run = s._run AND r._n = s._n GROUP BY 1
      ), aside AS (SELECT content, count(*) AS n FROM (${waiting(dataset)}) w GROUP BY 1
      ), loser AS (
        SELECT r.content, count(*) AS n FROM quality.duplicate d
        LEFT JOIN (${records(dataset, delivered)}) r ON r._n = d.n AND r.file = d.file AND r.line = d.line
        WHERE d.dataset = '${name}' AND d.run_id = ${run} GROUP BY 1
      )
      SELECT h.place, h.n, v.n AS silver, a.n AS aside, l.n AS loser FROM here h
      LEFT JOIN valid v ON v.content = h.content LEFT JOIN aside a ON a.content = h.content
      LEFT JOIN loser l ON l.content = h.content
      WHERE h.n <> coalesce(v.n, 0) + coalesce(a.n, 0) + coalesce(l.n, 0)
      UNION ALL SELECT 'a duplicate of nothing', n, 0, 0, 0 FROM loser WHERE content IS NULL`,
    '2 the stock of Silver adds up': `SELECT 1 FROM quality.run_dataset WHERE run_id = ${run} AND dataset = '${name}'
      AND (silver_after <> silver_before + entered - withheld - withdrawn
        OR silver_after <> (SELECT count(*) FROM silver.${name}))`,
    '4 no key is in Silver and in quarantine': `SELECT w.id, w.raw FROM (${waiting(dataset)}) w, silver.${name} s
      WHERE ${keyOf(dataset)
        .map(([c, from]) => `s.${c} = w.raw->>'${from}'`)
        .join(' AND ')}`,
    '4 Silver has no key twice': `SELECT 1 FROM silver.${name} GROUP BY ${dataset.key.join(', ')} HAVING count(*) > 1`,
    '6 one rule, the first that fails, the others beside it': `SELECT q.id FROM quality.quarantine q
      LEFT JOIN quality.rule r ON r.dataset = q.dataset AND r.code = q.rule
      WHERE q.dataset = '${name}' AND (r.position IS NULL OR q.rule = ANY (q.other_rules) OR EXISTS (
        SELECT FROM unnest(q.other_rules) o LEFT JOIN quality.rule x ON x.dataset = q.dataset AND x.code = o
        WHERE x.position IS NULL OR x.position < r.position))`,
    '8 the ledger closes at what is open': `WITH ledger AS (
        SELECT rule, currency, sum(in_rows + reopened_rows + moved_in_rows + revalued_rows - out_rows - moved_out_rows) AS n,
          sum(in_amount + reopened_amount + moved_in_amount + revalued_amount - out_amount - moved_out_amount) AS money
        FROM quality.flow_daily WHERE dataset = '${name}' GROUP BY 1, 2
      ), open AS (SELECT rule, coalesce(currency, '') AS currency, count(*) AS n, sum(coalesce(amount, 0)) AS money
        FROM quality.quarantine WHERE dataset = '${name}' AND statut = 'A_TRAITER' GROUP BY 1, 2)
      SELECT * FROM ledger NATURAL FULL JOIN (SELECT rule, currency, n AS n2, money AS money2 FROM open) o
      WHERE coalesce(n, 0) <> coalesce(n2, 0) OR coalesce(money, 0) <> coalesce(money2, 0)`,
    '8 the ledger is what the events say': `SELECT f.rule FROM (
        SELECT rule, sum(in_rows) AS n_in, sum(out_rows) AS n_out FROM quality.flow_daily WHERE dataset = '${name}' GROUP BY 1) f
      FULL JOIN (SELECT rule, count(*) FILTER (WHERE kind = 'ENTERED' AND open_to) AS n_in,
        count(*) FILTER (WHERE kind = 'EXITED' AND open_from) AS n_out
        FROM quality.quarantine_event WHERE dataset = '${name}' GROUP BY 1) e ON e.rule = f.rule
      WHERE coalesce(f.n_in, 0) <> coalesce(e.n_in, 0) OR coalesce(f.n_out, 0) <> coalesce(e.n_out, 0)`,
    '10 every quarantined row leads back to its line': `SELECT w.id FROM (${waiting(dataset)}) w
      LEFT JOIN (${records(dataset, 'true')}) r ON r._run = w.run_id AND r._n = w.n
      WHERE r.content IS NULL OR r.content <> w.content OR r.file <> w.file OR r.line <> w.line`,
  }
}

/** Answers that should not be there after a committed run; none when the contract holds. */
export async function contractProblems(client: Client, run: number): Promise<string[]> {
  const problems: string[] = []
  for (const dataset of orderToCash.datasets) {
    for (const [what, sql] of Object.entries(questions(dataset, run))) {
      const { rows } = await client.query(sql)
      if (rows.length > 0)
        problems.push(`${dataset.name}: ${what}: ${JSON.stringify(rows.slice(0, 3))}`)
    }
  }
  return problems
}

export type Clocks = Map<string, { id: string; first: string }>

/** First-seen times of the live rows that are alone with their key or their bytes. */
export async function clocksOf(client: Client): Promise<Clocks> {
  const clocks: Clocks = new Map()
  for (const dataset of orderToCash.datasets) {
    const key = keyOf(dataset).map(([, from]) => `w.raw->>'${from}'`)
    const complete = `(${key.map((k) => `${k} IS NOT NULL`).join(' AND ')})`
    const { rows } = await client.query(`SELECT '${dataset.name} ' || CASE WHEN ${complete}
        THEN jsonb_build_array(${key.join(', ')})::text ELSE w.content END AS who,
        min(w.id) AS id, min(w.first_seen)::text AS first
      FROM (${waiting(dataset)}) w GROUP BY 1 HAVING count(*) = 1`)
    for (const { who, id, first } of rows) clocks.set(who, { id, first })
  }
  return clocks
}

/** Contract 7: who waited before and waits now is the same row, with the same first moment. */
export const clockProblems = (before: Clocks, after: Clocks): string[] =>
  [...after].flatMap(([who, now]) => {
    const then = before.get(who)
    return then && (then.id !== now.id || then.first !== now.first)
      ? [`7 the clock of ${who} restarted`]
      : []
  })
