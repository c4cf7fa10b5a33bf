/** Every row with a flag that matches, as a file, from one snapshot. */
import { z } from 'zod'
import { flagRowsSql, valuesSql } from '@/lib/server/queries/flag-rows'
import { readFlags } from '@/lib/server/queries/flags'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { typedCursor } from '@/lib/shared/db/typed-rows'
import { isNumeric, quoted, type SilverColumn, silverTableOf } from '@/lib/shared/silver'
import { type Download, databaseUrl, download } from './download'
import type { Cell, ColumnType, ExportLocale, Row } from './files/table'
import { say } from './labels'
import { Snapshot } from './snapshot'

/** Rows fetched at once. */
const BATCH = 1000

export interface FlagExport {
  dataset: string
  flag: string
  /** Some value of the row contains this; all rows with the flag unless given. */
  text?: string
  /** Columns left out. */
  hide?: readonly string[]
  locale: ExportLocale
  /** Its day is part of the file's name; now unless given. */
  at?: Date
}

const Values = z.object({
  values: z.array(z.string().nullable()),
})

/**
 * Starts the export, sorted by the dataset's first column; headings are the names of Silver.
 * @returns undefined when there is no such flag.
 * @throws as exportQuarantine.
 */
export async function exportFlag(
  { dataset, flag, text, hide = [], locale, at = new Date() }: FlagExport,
  format: 'csv' | 'xlsx',
  url = databaseUrl(),
): Promise<Download | undefined> {
  const snapshot = await Snapshot.open(url)
  try {
    const [known] = await readFlags(snapshot, { dataset, flag }, at)
    const table = known && (await silverTableOf(snapshot, dataset))
    if (!table) {
      await snapshot.close()
      return undefined
    }
    const columns = table.columns.filter((c) => !hide.includes(c.name))
    const shown = columns.length > 0 ? columns : table.columns
    const where = flagRowsSql(table, { flag, text })
    const next = await typedCursor(
      snapshot,
      Values,
      'flagged',
      `SELECT ${valuesSql(shown)} AS values
      FROM ${table.sql} s WHERE ${where.sql}
      ORDER BY s.${quoted((table.columns[0] as SilverColumn).name)}, s._chave`,
      where.values,
    )
    const timeZone = await readTimeZone(snapshot)
    const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(at)
    return download(
      {
        name: flag.slice(0, 31),
        columns: shown.map(({ name, type }) => ({
          heading: name,
          type: typeOf(type),
          width: Math.max(12, name.length + 2),
        })),
        rows: readRows(snapshot, next, shown, locale),
        close: () => snapshot.close(),
      },
      `lazaret-${dataset}-${flag}-${day}`,
      format,
      locale,
    )
  } catch (error) {
    await snapshot.close()
    throw error
  }
}

function typeOf(type: string): ColumnType {
  if (type === 'date') return 'date'
  if (!isNumeric(type)) return 'text'
  return type.startsWith('numeric') ? 'money' : 'count'
}

const YES = say('yes', 'sim', 'oui')
const NO = say('no', 'não', 'non')

async function* readRows(
  snapshot: Snapshot,
  next: (n: number) => Promise<z.infer<typeof Values>[]>,
  columns: readonly SilverColumn[],
  locale: ExportLocale,
): AsyncGenerator<Row> {
  const cell = (value: string | null, i: number): Cell => {
    if (columns[i]?.type !== 'boolean' || value === null) return value
    return value === 'true' ? YES[locale] : NO[locale]
  }
  try {
    for (;;) {
      const found = await next(BATCH)
      if (found.length === 0) return
      for (const { values } of found) yield values.map(cell)
    }
  } finally {
    await snapshot.close()
  }
}
