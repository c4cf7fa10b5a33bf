/** What a domain's Gold is called goes into the database, where the app reads it. */

import type { Db } from '@/lib/shared/db/connection'
import type { Domain } from '@/pipeline/engine/define/schema'

/** Upserts the Gold tables and row sets of a domain; those that are no longer declared go. */
export async function syncGold(db: Db, { name, gold }: Domain): Promise<void> {
  const tables = (gold?.tables ?? []).map((table, position) => ({
    name: table.name,
    domain: name,
    position,
    title: table.title,
    role: table.role,
    currency: table.currency ?? null,
    groups: table.groups.map(({ column, title, order, labels }) => ({
      column,
      title,
      order: order ?? null,
      labels,
    })),
    figures: table.figures.map(({ column, title, formula, kind, rests, total }) => ({
      column,
      title,
      formula,
      kind,
      rests,
      total: total ?? null,
    })),
    customers: table.role === 'customers' ? (gold?.customers ?? null) : null,
  }))
  await upsert(db, name, {
    table: 'gold_table',
    key: ['name'],
    columns: {
      name: 'text',
      domain: 'text',
      position: 'integer',
      title: 'jsonb',
      role: 'text',
      currency: 'text',
      groups: 'jsonb',
      figures: 'jsonb',
      customers: 'jsonb',
    },
    rows: tables,
  })
  await upsert(db, name, {
    table: 'gold_rows',
    key: ['domain', 'name'],
    columns: { domain: 'text', name: 'text', dataset: 'text', title: 'jsonb' },
    rows: (gold?.rows ?? []).map((set) => ({
      domain: name,
      name: set.name,
      dataset: set.dataset,
      title: set.title,
    })),
  })
}

/** Writes only what differs: an upsert locks every row it meets until the run ends. */
async function upsert(
  db: Db,
  domain: string,
  to: { table: string; key: string[]; columns: Record<string, string>; rows: object[] },
): Promise<void> {
  const names = Object.keys(to.columns)
  const record = Object.entries(to.columns).map(([c, type]) => `${c} ${type}`)
  const given = `jsonb_to_recordset($1::jsonb) AS x(${record.join(', ')})`
  const same = to.key.map((c) => `o.${c} = x.${c}`).join(' AND ')
  const json = JSON.stringify(to.rows)
  await db.exec(
    `INSERT INTO quality.${to.table} AS t (${names.join(', ')})
    SELECT ${names.map((c) => `x.${c}`).join(', ')} FROM ${given}
    LEFT JOIN quality.${to.table} o ON ${same}
    WHERE (${names.map((c) => `o.${c}`).join(', ')}) IS DISTINCT FROM (${names.map((c) => `x.${c}`).join(', ')})
    ON CONFLICT (${to.key.join(', ')}) DO UPDATE SET ${names.map((c) => `${c} = excluded.${c}`).join(', ')}`,
    [json],
  )
  await db.exec(
    `DELETE FROM quality.${to.table} o WHERE o.domain = $2 AND NOT EXISTS (SELECT FROM ${given} WHERE ${same})`,
    [json, domain],
  )
}
