/**
 * Gold is kept by difference, as Silver is: unchanged rows are not rewritten, readers never wait and
 * never see half of it.
 */
import { id, lit } from '../compile/sql'
import type { Db } from '../judge/db'

export interface GoldTarget {
  /** Table of the schema gold. */
  name: string
  key: readonly string[]
  /** All columns, as the database has them. */
  columns: readonly string[]
  /** SELECT of those columns by name. */
  select: string
  /** Column → value of the rows that this target owns; the rest of the table is not looked at. */
  scope?: Record<string, string>
}

/** What became of a table's rows. */
export interface Changes {
  inserted: number
  updated: number
  deleted: number
}

/** Makes a Gold table what its SELECT gives. */
export async function applyDifference(db: Db, target: GoldTarget): Promise<Changes> {
  const { name, key, columns, select } = target
  const table = `gold.${id(name)}`
  const list = columns.map(id).join(', ')
  const mine = Object.entries(target.scope ?? {}).map(([c, v]) => `g.${id(c)} = ${lit(v)}`)
  const inScope = mine.length > 0 ? mine.join(' AND ') : 'true'
  const { n } = await db.row<{ n: string }>(`SELECT count(*) AS n FROM ${table} g WHERE ${inScope}`)
  const standing = Number(n)
  if (standing === 0) {
    // In the order of the key, so that its index is filled page after page, as for Silver.
    const inserted = await db.exec(
      `INSERT INTO ${table} (${list}) SELECT ${list} FROM (${select}) n ORDER BY ${key.map(id).join(', ')}`,
    )
    return { inserted, updated: 0, deleted: 0 }
  }
  // Of the table's own types: a value that is rounded when it is stored must not differ every time.
  await db.exec(`CREATE TEMP TABLE gold_next (LIKE ${table}) ON COMMIT DROP`)
  const next = await db.exec(`INSERT INTO gold_next (${list}) SELECT ${list} FROM (${select}) n`)
  const same = key.map((c) => `g.${id(c)} = n.${id(c)}`).join(' AND ')
  const values = columns.filter((c) => !key.includes(c)).map(id)
  const of = (alias: string) => `ROW(${values.map((c) => `${alias}.${c}`).join(', ')})`
  const missing = `g.${id(key[0] as string)} IS NULL`
  const differing = await db.exec(`CREATE TEMP TABLE gold_differing ON COMMIT DROP AS
    SELECT n.*, ${missing} AS _fresh FROM gold_next n LEFT JOIN ${table} g ON ${same}
    WHERE ${missing}${values.length > 0 ? ` OR ${of('n')} IS DISTINCT FROM ${of('g')}` : ''}`)
  const changes: Changes = { inserted: 0, updated: 0, deleted: 0 }
  if (differing > 0) {
    const set = values.map((c) => `${c} = n.${c}`).join(', ')
    if (values.length > 0) {
      changes.updated = await db.exec(
        `UPDATE ${table} g SET ${set} FROM gold_differing n WHERE ${same} AND NOT n._fresh`,
      )
    }
    if (changes.updated < differing) {
      changes.inserted = await db.exec(
        `INSERT INTO ${table} (${list}) SELECT ${list} FROM gold_differing n WHERE n._fresh`,
      )
    }
  }
  // Keys are unique on both sides: when as many are known as stand there, none is gone.
  if (standing > next - changes.inserted) {
    changes.deleted = await db.exec(
      `DELETE FROM ${table} g WHERE ${inScope} AND NOT EXISTS (SELECT FROM gold_next n WHERE ${same})`,
    )
  }
  await db.exec('DROP TABLE gold_next, gold_differing')
  return changes
}
