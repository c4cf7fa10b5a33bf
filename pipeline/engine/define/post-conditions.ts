/** Every post-condition of a dataset: the declared ones, then those for the engine's own rules. */
import { castColumns } from './rules'
import type { Dataset, PostCondition } from './schema'
import { keyGapText, lostValueText } from './texts'
import type { Localized } from './words'

/**
 * How a post-condition looks: a whole query, one row of Silver by itself, or one row of Silver
 * beside the record that it was made from.
 */
type PostConditionKind = 'query' | 'row' | 'lost'

export interface PostConditionEntry {
  code: string
  text: Localized
  when: PostCondition['when']
  kind: PostConditionKind
  /** The query, or the condition over columns in braces; '' for `lost`. */
  sql: string
}

/** Post-conditions in the order in which they are reported. */
export function postConditionsOf(dataset: Dataset): PostConditionEntry[] {
  const declared = dataset.postConditions.map(
    ({ code, text, when, sql, where }): PostConditionEntry => ({
      ...{ code, text, when },
      kind: where === undefined ? 'query' : 'row',
      sql: where ?? sql ?? '',
    }),
  )
  return [...declared, ...implicitPostConditions(dataset)]
}

/**
 * The engine adds rules to every dataset (incomplete keys, values that do not convert); so it also
 * looks whether they were kept, without casting or judging anything: at what is in Silver, and at
 * what arrived.
 */
function implicitPostConditions(dataset: Dataset): PostConditionEntry[] {
  const entries: PostConditionEntry[] = []
  if (!dataset.nullableKey) {
    entries.push({
      code: `${dataset.prefix}_CHAVE_VAZIA`,
      text: keyGapText(dataset.key),
      when: 'always',
      kind: 'row',
      sql: dataset.key.map((k) => `{${k}} IS NULL`).join(' OR '),
    })
  }
  if (convertedColumns(dataset).length > 0) {
    entries.push({
      code: `${dataset.prefix}_VALOR_PERDIDO`,
      text: lostValueText(),
      when: 'always',
      kind: 'lost',
      sql: '',
    })
  }
  return entries
}

/**
 * Columns of Silver whose text had to convert, so that something must be there where something
 * arrived. One that a `then` may empty on purpose is left out.
 */
export function convertedColumns(dataset: Dataset): string[] {
  return castColumns(dataset).filter((name) => {
    const column = dataset.columns[name]
    return column && !column.hidden && !/\bnull/i.test(column.then ?? '')
  })
}
