/** What the database says, in the words of the oracle. */
import { createHash } from 'node:crypto'
import type { Db } from '@/lib/shared/db/connection'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { id } from '@/pipeline/engine/compile/postgres/quoting'
import type { OpenRow } from '@/pipeline/tools/generate/order-to-cash/oracle'

export interface Observed {
  id: number
  dataset: string
  key: string
  rule: string
  statut: string
  since: string
  amount: string | null
  ready: boolean
  /** The delivered values or bytes. */
  content: string
}

interface Raw extends Omit<Observed, 'id' | 'key' | 'since' | 'content'> {
  id: string
  key_text: string
  bytes: Buffer | null
  raw: Record<string, string | null> | null
  source: string
  since: Date
}

/** Values in one order, whatever order and emptiness they come with. */
const valuesOf = (values: Record<string, string | null> | null): string =>
  JSON.stringify(
    Object.entries(values ?? {})
      .map(([c, v]) => [c, v ?? ''])
      .sort(),
  )

/** The name of a row of the oracle: its key, else what it contains. */
export const nameOf = (row: OpenRow): string =>
  row.rule.endsWith('_CHAVE_INCOMPLETA') ? valuesOf(row.values) : row.key

function keyOf(row: Raw): string {
  if (row.bytes) return `bytes:${row.bytes.toString('latin1')}`
  if (row.rule.endsWith('_CHAVE_INCOMPLETA')) return valuesOf(row.raw)
  return row.key_text.replaceAll(' / ', '|')
}

const COLUMNS = `q.id, q.dataset, q.key_text, q.rule, q.statut, q.first_seen AS since, q.amount,
  q.ready, p.bytes, p.raw, p.source
  FROM quality.quarantine q LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id`

/** Every live row. */
export async function readOpen(db: Db): Promise<Observed[]> {
  const rows = await db.rows<Raw>(`SELECT ${COLUMNS} WHERE q.statut <> 'SOLDEE'`)
  return rows.map((r) => ({
    ...r,
    id: Number(r.id),
    key: keyOf(r),
    since: r.since.toISOString(),
    content: r.bytes?.toString('hex') ?? JSON.stringify([r.source, valuesOf(r.raw)]),
  }))
}

/** The rows that a run let go, with their reasons, in order; of keys that are live no more. */
export async function readEnds(db: Db, run: number): Promise<string[]> {
  const rows = await db.rows<Raw & { reason: string }>(
    `SELECT e.reason, ${COLUMNS} LEFT JOIN quality.quarantine_event e ON e.quarantine_id = q.id
    WHERE e.run_id = $1 AND e.kind = 'EXITED' AND NOT EXISTS (SELECT FROM quality.quarantine o
      WHERE o.dataset = q.dataset AND o.key_hash = q.key_hash AND o.statut <> 'SOLDEE')`,
    [run],
  )
  return rows.map((r) => `${r.dataset} ${keyOf(r)} ${r.reason}`).sort()
}

/** One hash per Silver table over its keys. */
export async function readKeys(db: Db): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { name, key } of orderToCash.datasets) {
    const list = await db.rows<{ key: string }>(
      `SELECT concat_ws('|', ${key.map(id).join(', ')}) AS key FROM silver.${id(name)}`,
    )
    found[name] = hashOfKeys(list.map((r) => r.key))
  }
  return found
}

export const hashOfKeys = (keys: readonly string[]): string =>
  `${keys.length} ${createHash('md5').update(keys.toSorted().join('\n')).digest('hex')}`
