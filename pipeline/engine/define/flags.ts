/** All flags that rows of a dataset may carry: the declared ones, and those that trimming adds. */
import type { Dataset } from './schema'
import type { Localized } from './words'

export interface FlagEntry {
  code: string
  position: number
  text: Localized
  owner: string
}

/** Code of the flag of rows whose surplus spaces were cut off in a column. */
export const trimFlag = (column: string): string => `${column}_aparado`

/** Declared flags in their order, then one per trimmed column. */
export function flagsOf(dataset: Dataset): FlagEntry[] {
  const declared = dataset.flags.map(({ code, text, owner }) => ({ code, text, owner }))
  const trimmed = Object.entries(dataset.columns)
    .filter(([, column]) => column.trim && column.from)
    .map(([name]) => ({ code: trimFlag(name), text: trimText(name), owner: undefined }))
  return [...declared, ...trimmed].map(({ code, text, owner }, position) => ({
    code,
    position,
    text,
    owner: owner ?? dataset.owner,
  }))
}

const trimText = (column: string): Localized => ({
  en: `Surplus spaces were cut off in "${column}"`,
  'pt-BR': `Espaços a mais foram removidos em "${column}"`,
  fr: `Des espaces en trop ont été supprimés dans « ${column} »`,
})
