/** What the database says, as hashes: what a run may change, and what it may not. */
import type { Client } from 'pg'
import { orderToCash } from '@/pipeline/domains/order-to-cash'

const TABLES = [
  ...orderToCash.datasets.map((d) => `silver.${d.name}`),
  ...[
    'quarantine',
    'quarantine_payload',
    'quarantine_ref',
    'quarantine_event',
    'flow_daily',
    'duplicate',
  ].map((name) => `quality.${name}`),
]
/** Numbers that are handed out: they differ when a run was tried twice. */
const NUMBERS = [
  'id',
  'quarantine_id',
  'run_id',
  '_run',
  'previous_id',
  'winner_run',
  'cause_id',
  'root_cause_id',
  'replay_id',
]

/**
 * Hash of each table that judging writes, by name.
 * @param exact numbers included: the same database, untouched. Without them: the same content.
 */
export async function stateOf(client: Client, exact: boolean): Promise<Record<string, string>> {
  const without = exact ? '' : ` - ARRAY[${NUMBERS.map((n) => `'${n}'`).join(', ')}]`
  const hashes: Record<string, string> = {}
  for (const table of TABLES) {
    const { rows } =
      await client.query(`SELECT md5(coalesce(string_agg(row, E'\\n' ORDER BY row COLLATE "C"), ''))
      || ' ' || count(*) AS hash FROM (SELECT (to_jsonb(t)${without})::text AS row FROM ${table} t) r`)
    hashes[table] = rows[0].hash
  }
  return hashes
}
