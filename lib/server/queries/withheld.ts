/** What a filter on rows that are missing from a Gold figure is called. */
import type { Reader } from '@/lib/shared/db/database'
import type { WithheldFrom } from '@/lib/shared/scope'
import { readGoldTables, readRowSets } from './gold-tables'

/** The row set and the group in one language; names where nothing is declared any more. */
export async function readWithheldWords(
  db: Reader,
  domain: string,
  { table, rows, group, currency }: WithheldFrom,
  locale: string,
): Promise<string> {
  const groups = (await readGoldTables(db, domain)).find((t) => t.name === table)?.groups ?? []
  const set = (await readRowSets(db, domain)).find((s) => s.name === rows)
  const within = group.map((value, i) => {
    const meta = groups[i]
    const label = value === null ? '–' : (meta?.labels[value]?.[locale] ?? value)
    return meta ? `${meta.title[locale] ?? meta.column}: ${label}` : label
  })
  return [set?.title[locale] ?? rows, ...within, currency].filter(Boolean).join(' · ')
}
