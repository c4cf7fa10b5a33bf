/** Holds what a domain hands over against its datasets. */
import { DeclarationError } from '@/lib/shared/errors'
import type { Domain } from './schema'

/** What a domain hands over exists in Silver, and what it measures is there too. */
export function validateHandOver({ file, declaration, datasets }: Domain): void {
  if (!declaration) return
  const fail = (field: string, problem: string): never => {
    throw new DeclarationError(file, `declaration.${field}`, problem)
  }
  const dataset =
    datasets.find((d) => d.name === declaration.dataset) ??
    fail('dataset', `undeclared dataset "${declaration.dataset}"`)
  for (const [i, column] of declaration.columns.entries()) {
    if (!dataset.columns[column]) fail(`columns[${i}]`, `unknown column "${column}"`)
    if (dataset.columns[column]?.hidden) fail(`columns[${i}]`, `"${column}" is hidden`)
  }
  const { recency } = declaration
  if (!recency) return
  if (!dataset.rules.some((r) => r.kind === 'reference' && r.name === recency.reference)) {
    fail('recency.reference', `no reference is named "${recency.reference}"`)
  }
  const since = dataset.columns[recency.since]
  if (since?.type !== 'date' || !since.from) {
    fail('recency.since', `"${recency.since}" is no date that the extract brings`)
  }
}
