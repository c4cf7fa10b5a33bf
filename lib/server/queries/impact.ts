/**
 * The impact screen: the figures of Gold, and what quarantine withholds from each of them. Figures
 * and coverage were written in one transaction and are read in one snapshot. Money is given per
 * currency, never added across currencies or datasets.
 */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { isoSql } from '@/lib/shared/db/sql'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { readCoverage } from './coverage'
import { type GoldTableMeta, type RowSet, readGoldTables, readRowSets } from './gold-tables'
import { type ImpactRow, joinRows, readFigures } from './impact-rows'

export type { SetCoverage } from './coverage'
export type { FigureMeta, GoldTableMeta, GroupMeta, RowSet } from './gold-tables'
export type { ImpactRow } from './impact-rows'

export interface ImpactTable extends GoldTableMeta {
  rows: ImpactRow[]
}

export interface ImpactScreen extends z.infer<typeof LastRefresh> {
  domain: string
  rowSets: RowSet[]
  /** Tables of figures in declared order; that per customer has a query of its own (impact-customers). */
  tables: ImpactTable[]
}

const Domain = z.object({
  domain: z.string(),
})

const LastRefresh = z.object({
  /** Day against which the figures were computed, YYYY-MM-DD. */
  keyDate: z.string(),
  /** Clock of the run or replay that computed them, ISO 8601. */
  computedAt: z.string(),
  run: z.number().nullable(),
  replay: z.number().nullable(),
})

/** Domains that have Gold, by name. */
export async function readGoldDomains(db: Reader): Promise<string[]> {
  const rows = await typedRows(
    db,
    Domain,
    'SELECT DISTINCT domain FROM quality.gold_table ORDER BY domain',
  )
  return rows.map((r) => r.domain)
}

/**
 * Reads the figures of a domain with their coverage; undefined before the first run, and for a
 * domain without Gold.
 * @throws the driver's error when the database is away: to be shown as such.
 */
export async function readImpact(tx: Reader, domain: string): Promise<ImpactScreen | undefined> {
  const [last] = await typedRows(
    tx,
    LastRefresh,
    `SELECT key_date::text AS "keyDate", ${isoSql('computed_at')} AS "computedAt", run_id AS run,
      replay_id AS replay FROM quality.gold_refresh WHERE domain = $1 ORDER BY id DESC LIMIT 1`,
    [domain],
  )
  const metas = await readGoldTables(tx, domain)
  if (!last || metas.length === 0) return undefined
  const tables: ImpactTable[] = []
  for (const meta of metas.filter((m) => m.role === 'figures')) {
    tables.push({ ...meta, rows: await readTable(tx, domain, meta) })
  }
  return { domain, ...last, rowSets: await readRowSets(tx, domain), tables }
}

/** Rows of a Gold table, with groups that only quarantine knows of. */
async function readTable(tx: Reader, domain: string, meta: GoldTableMeta): Promise<ImpactRow[]> {
  const rows = joinRows(meta, await readFigures(tx, meta), await readCoverage(tx, domain, meta))
  return rows.sort(inOrder(meta))
}

/** As the groups say; what could not be assigned comes last. */
function inOrder(meta: GoldTableMeta): (a: ImpactRow, b: ImpactRow) => number {
  const place = (value: string | null, order: GoldTableMeta['groups'][number]['order']) => {
    if (value === null) return Number.POSITIVE_INFINITY
    if (order === null) return 0
    const at = order === 'number' ? Number(value) : order.indexOf(value)
    return Number.isNaN(at) || (order !== 'number' && at < 0) ? Number.MAX_VALUE : at
  }
  return (a, b) => {
    for (const [i, { order }] of meta.groups.entries()) {
      const [x = null, y = null] = [a.group[i], b.group[i]]
      const [p, q] = [place(x, order), place(y, order)]
      if (p !== q) return p < q ? -1 : 1
      if (x !== y) return (x ?? '').localeCompare(y ?? '')
    }
    return (a.currency ?? '').localeCompare(b.currency ?? '')
  }
}
