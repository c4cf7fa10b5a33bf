/** Post-conditions as queries with the column `key`: the rows that should not be there. */
import { convertedColumns, type Guard } from '@/pipeline/engine/define/guards'
import type { Column, Dataset, Source } from '@/pipeline/engine/define/schema'
import { over } from './plan'
import { bronzeTable, id, PADDING, silverTable } from './sql'

/** @param runs deliveries whose rows are held against what arrived. */
export function hitsSql(dataset: Dataset, guard: Guard, runs: readonly number[]): string {
  if (guard.kind === 'query') return guard.sql
  if (guard.kind === 'lost') return lostValueSql(dataset, runs)
  return `SELECT ${keySql(dataset)} AS key FROM ${silverTable(dataset.name)} s
    WHERE ${over('s', guard.sql)}`
}

/** A row `s` of Silver by the parts of its key, as people read them. */
const keySql = (dataset: Dataset): string =>
  `concat_ws(' / ', ${dataset.key.map((k) => `s.${id(k)}::text`).join(', ')})`

/**
 * Rows of the given runs that lost a value on their way to Silver. Knows nothing of how text
 * becomes a number or a date; it only looks at both sides.
 */
function lostValueSql(dataset: Dataset, runs: readonly number[]): string {
  const list = runs.join(', ')
  const columns = convertedColumns(dataset)
  const branch = ({ file }: Source) => {
    const lost = columns.map((name) => {
      const { from, type, format } = dataset.columns[name] as Column
      // SAP fills a date that is not there with zeros.
      const filling = type === 'date' && format === 'sap' ? `${PADDING}0` : PADDING
      const text = `b.${id((from as string).toLowerCase())}`
      return `(s.${id(name)} IS NULL AND btrim(${text}, E'${filling}') <> '')`
    })
    return `SELECT ${keySql(dataset)} AS key FROM ${silverTable(dataset.name)} s
    LEFT JOIN ${bronzeTable(file)} b ON b._run = s._run AND b._n = s._n AND b._run IN (${list})
    WHERE ${emptySql(dataset, runs)} AND (${lost.join(' OR ')})`
  }
  return dataset.sources.map(branch).join(' UNION ALL ')
}

/** True for a row `s` of the given runs in which a converted column is empty. */
export function emptySql(dataset: Dataset, runs: readonly number[]): string {
  const empty = convertedColumns(dataset).map((name) => `s.${id(name)} IS NULL`)
  return `(s._run IN (${runs.join(', ')}) AND (${empty.join(' OR ')}))`
}
