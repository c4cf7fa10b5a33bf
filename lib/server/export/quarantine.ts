/** The steward's worklist as a file: every row that matches, from one snapshot, cause by cause. */
import { z } from 'zod'
import { typedCursor, typedRows } from '@/lib/shared/db/typed-rows'
import { type Scope, scopeSql } from '@/lib/shared/scope'
import { type Download, databaseUrl, download } from './download'
import type { Cell, Column, ExportLocale, Row, Table } from './files/table'
import { COLUMNS, type ColumnLabel, type ColumnName, SHEET, STATUS } from './labels'
import { Snapshot } from './snapshot'

export interface QuarantineExport {
  domain: string
  /** Everything that matches a filter, or rows by id. */
  scope: Scope
  locale: ExportLocale
  /** Clock for ages and for filters on them; now unless given. */
  at?: Date
}

/** Rows fetched at once. */
const BATCH = 1000

const Settings = z.object({
  zone: z.string().nullable(),
  day: z.string().nullable(),
})

const Picked = z.object({
  id: z.string(),
})

const FreedMoney = z.object({
  cause: z.string(),
  currency: z.string(),
  n: z.string(),
  sum: z.string(),
})

/**
 * Starts an export. The snapshot is taken before this returns, so a database that is away is an
 * error here and not half a file; later errors break the stream off.
 * @throws the driver's error when the database is away.
 */
export async function exportQuarantine(
  request: QuarantineExport,
  format: 'csv' | 'xlsx',
  url = databaseUrl(),
): Promise<Download> {
  const { table, filename } = await quarantineTable(request, url)
  return download(table, filename, format, request.locale)
}

/** The rows and headings of an export; whoever gets them reads them to the end or closes them. */
export async function quarantineTable(
  { domain, scope, locale, at = new Date() }: QuarantineExport,
  url = databaseUrl(),
): Promise<{ table: Table; filename: string }> {
  const snapshot = await Snapshot.open(url)
  try {
    const now = at.toISOString()
    const [settings] = await typedRows(
      snapshot,
      Settings,
      `SELECT w.time_zone AS zone, to_char($1::timestamptz AT TIME ZONE w.time_zone, 'YYYY-MM-DD') AS day
      FROM (VALUES (1)) one LEFT JOIN quality.workspace w ON true`,
      [now],
    )
    const zone = settings?.zone ?? 'UTC'
    const day = settings?.day ?? now.slice(0, 10)
    const where = scopeSql(domain, scope, now)
    const next = await typedCursor(
      snapshot,
      Picked,
      'picked',
      pickSql(where.sql, scope),
      where.values,
    )
    const columns = Object.values<ColumnLabel>(COLUMNS).map(
      ({ heading, type, width, zoned }): Column => ({
        heading: zoned ? `${heading[locale]} (${zone})` : heading[locale],
        type,
        width,
      }),
    )
    const rows = readRows(snapshot, next, { now, zone, locale })
    const plain = domain.replace(/[^A-Za-z0-9_-]+/g, '-')
    return {
      table: { name: SHEET[locale], columns, rows, close: () => snapshot.close() },
      filename: `lazaret-${plain}-${day}`,
    }
  } catch (error) {
    await snapshot.close()
    throw error
  }
}

/** Only ids are sorted; what one fix frees most comes first, and rows of one cause together. */
function pickSql(where: string, scope: Scope): string {
  const limit = 'limit' in scope && scope.limit !== undefined ? Number(scope.limit) : undefined
  // The same rows as a replay of this scope takes.
  const from = `(SELECT q.* FROM quality.quarantine q WHERE ${where}${
    limit === undefined ? '' : ` ORDER BY q.first_seen, q.id LIMIT ${limit}`
  })`
  return `SELECT q.id::text AS id FROM ${from} q
    LEFT JOIN (SELECT cause_id, sum(rows) AS rows FROM quality.cause_stock GROUP BY 1) f
      ON f.cause_id = coalesce(q.root_cause_id, q.cause_id)
    ORDER BY f.rows DESC NULLS LAST, coalesce(q.root_cause_id, q.cause_id), q.first_seen, q.id`
}

interface Reading {
  now: string
  zone: string
  locale: ExportLocale
}

type Filled = Exclude<ColumnName, `freed${string}`>
/** Every column as text; ids that have gone meanwhile leave all of them but the age empty. */
const Found = z.object({
  cause: z.string().nullable(),
  ...(Object.fromEntries(
    Object.keys(COLUMNS)
      .filter((name) => !name.startsWith('freed'))
      .map((name) => [name, z.string().nullable()]),
  ) as Record<Exclude<Filled, 'age'>, z.ZodNullable<z.ZodString>>),
  age: z.string(),
})
type Found = z.infer<typeof Found>

/** Field texts name their table (TABLE-FIELD); payloads have the plain column. */
const ROWS_SQL = `SELECT coalesce(q.root_cause_id, q.cause_id)::text AS cause, q.dataset,
    coalesce(p.source, r.source_hint->>'table') AS "sourceTable", f.field, q.key_text AS key,
    coalesce(p.raw->>(r.source_hint->>'field'), p.raw->>f.field, nullif(c.value, ''), p.detail) AS value,
    q.rule, coalesce(r.texts->'means'->>$2, r.texts->'means'->>'en') AS means,
    coalesce(r.texts->'mend'->>$2, r.texts->'mend'->>'en') AS mend,
    r.source_hint->>'transaction' AS transaction, coalesce(c.owner, r.owner) AS owner, q.statut AS status,
    to_char(q.first_seen AT TIME ZONE $3, 'YYYY-MM-DD HH24:MI:SS') AS "firstSeen",
    greatest(0, floor(extract(epoch FROM $4::timestamptz - q.first_seen) / 86400))::text AS age,
    q.amount::text AS amount, q.currency, q.customer, q.invoice, p.file, p.line::text AS line,
    array_to_string(q.other_rules, ', ') AS "otherRules"
  FROM unnest($1::text[]) WITH ORDINALITY AS a(id, n)
  LEFT JOIN quality.quarantine q ON q.id = a.id::bigint
  LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
  LEFT JOIN quality.cause c ON c.id = q.cause_id
  LEFT JOIN quality.rule r ON r.dataset = q.dataset AND r.code = q.rule
  LEFT JOIN LATERAL (SELECT regexp_replace(r.source_hint->>'field', '^.*-', '') AS field) f ON true
  ORDER BY a.n`

async function* readRows(
  snapshot: Snapshot,
  next: (n: number) => Promise<z.infer<typeof Picked>[]>,
  reading: Reading,
): AsyncGenerator<Row> {
  try {
    for (;;) {
      const picked = await next(BATCH)
      if (picked.length === 0) return
      const ids = picked.map(({ id }) => id)
      const values = [ids, reading.locale, reading.zone, reading.now]
      const found = await typedRows(snapshot, Found, ROWS_SQL, values)
      const freed = await readFreed(snapshot, found)
      for (const row of found) yield toRow(row, freed.get(row.cause ?? ''), reading.locale)
    }
  } finally {
    await snapshot.close()
  }
}

interface Freed {
  rows: number
  /** Currency → exact amount, the currency of most rows first. */
  money: Map<string, string>
}

async function readFreed(snapshot: Snapshot, found: Found[]): Promise<Map<string, Freed>> {
  const causes = [...new Set(found.flatMap(({ cause }) => cause ?? []))]
  const lines = await typedRows(
    snapshot,
    FreedMoney,
    `SELECT s.cause_id::text AS cause, s.currency, sum(s.rows)::text AS n, sum(s.amount)::text AS sum
    FROM quality.cause_stock s WHERE s.cause_id = ANY ($1::text[]::bigint[])
    GROUP BY 1, 2 ORDER BY 1, sum(s.rows) DESC, 2`,
    [causes],
  )
  const freed = new Map<string, Freed>()
  for (const { cause, currency, n, sum } of lines) {
    const known = freed.get(cause) ?? { rows: 0, money: new Map() }
    known.rows += Number(n)
    if (currency !== '') known.money.set(currency, sum)
    freed.set(cause, known)
  }
  return freed
}

function toRow(found: Found, freed: Freed | undefined, locale: ExportLocale): Row {
  const cells: Record<ColumnName, Cell> = {
    ...found,
    status: STATUS[found.status ?? '']?.[locale] ?? found.status,
    ...freedCells(found.currency, freed, locale),
  }
  return (Object.keys(COLUMNS) as ColumnName[]).map((name) => cells[name])
}

/** Money of two currencies is never added up: the row's own, else that of most rows, then the rest. */
function freedCells(own: string | null, freed: Freed | undefined, locale: ExportLocale) {
  const money = freed?.money ?? new Map<string, string>()
  const main = own !== null && money.has(own) ? own : ([...money.keys()][0] ?? null)
  const others = [...money].filter(([currency]) => currency !== main)
  const mark = locale === 'en' ? '.' : ','
  return {
    freedRows: freed?.rows ?? 0,
    freedMoney: main === null ? null : (money.get(main) ?? null),
    freedCurrency: main,
    freedOther: others.map(([c, sum]) => `${c} ${sum.replace('.', mark)}`).join('; ') || null,
  }
}
