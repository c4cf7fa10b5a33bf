import { DeclarationError } from '@/lib/shared/errors'
import type { Domain } from './schema'
import { checkTables } from './tables'

/**
 * The domains of the product by name, each held against the schema.
 * @throws DeclarationError when two of them claim the same name, dataset or source file, or the
 *   schema lacks a table or column.
 */
export function registerDomains(domains: readonly Domain[]): ReadonlyMap<string, Domain> {
  const owners = new Map<string, string>()
  for (const domain of domains) {
    const claim = (what: string, file: string, field: string, name: string) => {
      const owner = owners.get(`${what} ${name}`)
      if (owner) throw new DeclarationError(file, field, `${what} "${name}" is also in ${owner}`)
      owners.set(`${what} ${name}`, file)
    }
    claim('domain', domain.file, 'name', domain.name)
    for (const { file, name, sources } of domain.datasets) {
      claim('dataset', file, 'name', name)
      for (const source of sources) claim('source', file, 'sources', source.file.toUpperCase())
    }
    checkTables(domain)
  }
  return new Map(domains.map((domain) => [domain.name, domain]))
}
