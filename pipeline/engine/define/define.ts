import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { DeclarationError } from '@/lib/shared/errors'
import { validateDeclaration } from './declared-file'
import { checkGold } from './gold-links'
import { Dataset, type DatasetInput, Domain, type DomainInput } from './schema'
import { parentsFirst, validateDataset } from './validate'

/**
 * Declares one dataset.
 * @param url `import.meta.url` of the declaring file, for messages.
 * @returns the declaration with defaults filled in.
 * @throws DeclarationError naming file and field, when it contradicts itself.
 */
export function defineDataset(url: string, input: DatasetInput): Dataset {
  const file = declarationName(url)
  const dataset: Dataset = { ...parse(file, Dataset, input), file }
  validateDataset(dataset)
  return dataset
}

/**
 * Declares a domain and puts its datasets in order, parents before children.
 * @throws DeclarationError on a reference to an undeclared dataset, a cycle, a code used twice, or
 *   Gold that rests on what is not there.
 */
export function defineDomain(url: string, input: DomainInput): Domain {
  const { datasets, gold, ...own } = input
  const file = declarationName(url)
  const domain = { ...parse(file, Domain, own), file, datasets: parentsFirst(file, datasets) }
  validateDeclaration(domain)
  if (!gold) return domain
  checkGold(gold, domain.datasets)
  return { ...domain, gold }
}

/** @throws DeclarationError with the first thing that does not fit. */
export function parse<T>(file: string, schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new DeclarationError(file, issue?.path.join('.') || '(root)', issue?.message ?? 'invalid')
}

/** `<folder>/<file>`, enough to find the declaration, without the machine's paths. */
export function declarationName(url: string): string {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  return `${basename(dirname(path))}/${basename(path)}`
}
