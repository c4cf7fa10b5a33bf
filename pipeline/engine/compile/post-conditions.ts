/** Post-conditions as queries with the column `key`: the rows that should not be there. */
import { convertedColumns, type PostConditionEntry } from '@/pipeline/engine/define/post-conditions'
import type { Column, Source } from '@/pipeline/engine/define/schema'
import { type DatasetPlan, keyTextSql, over } from './plan'

/** @param runs deliveries whose rows are held against what arrived. */
export function hitsSql(
  plan: DatasetPlan,
  entry: PostConditionEntry,
  runs: readonly number[],
): string {
  if (entry.kind === 'query') return entry.sql
  if (entry.kind === 'lost') return lostValueSql(plan, runs)
  return `SELECT ${keyTextSql(plan, 's')} AS key FROM ${silverOf(plan)} s
    WHERE ${over(plan, 's', entry.sql)}`
}

const silverOf = ({ dialect, dataset }: DatasetPlan) => dialect.silverTable(dataset.name)

/** Spaces that padding leaves; SAP fills a date that is not there with zeros. */
const SPACES = ` \\t\\r\\n\\u00a0`

/**
 * Rows of the given runs that lost a value on their way to Silver. Knows nothing of how text
 * becomes a number or a date; it only looks at both sides.
 */
function lostValueSql(plan: DatasetPlan, runs: readonly number[]): string {
  const { dataset, dialect } = plan
  const { id, bronzeTable } = dialect
  const list = runs.join(', ')
  const columns = convertedColumns(dataset)
  const branch = ({ file }: Source) => {
    const lost = columns.map((name) => {
      const { from, type, format } = dataset.columns[name] as Column
      const filling = type === 'date' && format === 'sap' ? `${SPACES}0` : SPACES
      const text = `b.${id((from as string).toLowerCase())}`
      return `(s.${id(name)} IS NULL AND btrim(${text}, E'${filling}') <> '')`
    })
    return `SELECT ${keyTextSql(plan, 's')} AS key FROM ${silverOf(plan)} s
    LEFT JOIN ${bronzeTable(file)} b ON b._run = s._run AND b._n = s._n AND b._run IN (${list})
    WHERE ${lostSuspectSql(plan, runs)} AND (${lost.join(' OR ')})`
  }
  return dataset.sources.map(branch).join(' UNION ALL ')
}

/** True for a row `s` of the given runs in which a converted column is empty. */
export function lostSuspectSql(plan: DatasetPlan, runs: readonly number[]): string {
  const empty = convertedColumns(plan.dataset).map((name) => `s.${plan.dialect.id(name)} IS NULL`)
  return `(s._run IN (${runs.join(', ')}) AND (${empty.join(' OR ')}))`
}
