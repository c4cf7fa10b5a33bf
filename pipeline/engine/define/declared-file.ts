/** The shape of what a domain hands over: a file of one Silver table, with a certificate. */
import { z } from 'zod'
import { DeclarationError } from '@/lib/shared/errors'
import type { Domain } from './schema'

const name = z.string().regex(/^[a-z][a-z0-9_]*$/, 'lower-case letters, digits and _ only')

/** The file that a domain hands over, with the certificate that it is complete. */
export const DeclarationOf = z.strictObject({
  dataset: name,
  /** Beginning of the file's name; date and number follow. */
  file: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/, 'lower-case letters, digits, _ and - only'),
  /** Columns of the Silver table, in the order of the file. */
  columns: z.array(name).min(1),
  /**
   * A view `gold.<view>` of how recent parents are and how many rows wait for each: by the
   * reference, and by the first `since` of a parent's rows, so that known and unknown parents are
   * measured alike.
   */
  recency: z.strictObject({ view: name, reference: name, since: name }).optional(),
})
export type DeclarationOf = z.infer<typeof DeclarationOf>

/** What a domain hands over exists in Silver, and what it measures is there too. */
export function validateDeclaration({ file, declaration, datasets }: Domain): void {
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
