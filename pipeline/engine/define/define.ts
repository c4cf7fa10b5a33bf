import { checkGold } from './gold-links'
import { validateHandOver } from './hand-over-check'
import { declarationName, parse } from './parse'
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
  validateHandOver(domain)
  if (!gold) return domain
  checkGold(gold, domain.datasets)
  return { ...domain, gold }
}
