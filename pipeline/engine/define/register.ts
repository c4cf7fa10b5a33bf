import { DeclarationError } from '@/lib/shared/errors'
import type { Domain } from './schema'
import { checkTables } from './tables'

/**
 * Claims what a domain owns and holds it against the schema.
 * @param owners claims so far, "dataset NAME" → file; this domain's are added when it fits.
 * @throws DeclarationError when another domain has the same name, dataset or source file, or the
 *   schema lacks a table or column (tables of one's own domain are made from the declaration).
 */
export function registerDomain(domain: Domain, owners: Map<string, string>): void {
  const claims = new Map<string, string>()
  const claim = (what: string, file: string, field: string, name: string) => {
    const key = `${what} ${name}`
    const owner = owners.get(key) ?? claims.get(key)
    if (owner) throw new DeclarationError(file, field, `${what} "${name}" is also in ${owner}`)
    claims.set(key, file)
  }
  claim('domain', domain.file, 'name', domain.name)
  for (const { file, name, sources } of domain.datasets) {
    claim('dataset', file, 'name', name)
    for (const source of sources) claim('source', file, 'sources', source.file.toUpperCase())
  }
  if (!domain.own) checkTables(domain)
  for (const [key, file] of claims) owners.set(key, file)
}
