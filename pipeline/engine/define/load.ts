/**
 * Finds the domains in folders: each sub-folder is one, declared by `index.ts` (or `index.mjs`), or
 * as data by `domain.yaml` (or `.yml`, `.json`). A declaration that cannot be loaded leaves its own
 * domain out and stops no other.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse as parseYaml } from 'yaml'
import { DeclarationError } from '@/lib/shared/errors'
import { defineDataset, defineDomain } from './define'
import { registerDomain } from './register'
import type { DatasetInput, Domain, DomainInput } from './schema'

/** A domain that was left out, and why. */
interface BrokenDomain {
  /** Name of its folder. */
  name: string
  /** Names file and field where that is known. */
  error: string
}

export interface LoadedDomains {
  domains: ReadonlyMap<string, Domain>
  broken: readonly BrokenDomain[]
}

/** Where domains lie; `own` ones have their tables made from the declaration. */
export interface DomainFolder {
  path: string
  own: boolean
}

const CODE = ['index.ts', 'index.mjs']
const DATA = ['domain.yaml', 'domain.yml', 'domain.json']

/**
 * Loads every domain of the folders, in the order of the folders, then by name. The first one that
 * claims a name keeps it.
 */
export async function loadDomains(folders: readonly DomainFolder[]): Promise<LoadedDomains> {
  const domains = new Map<string, Domain>()
  const broken: BrokenDomain[] = []
  const owners = new Map<string, string>()
  for (const folder of folders) {
    for (const name of subFolders(folder, broken)) {
      try {
        const domain = await loadDomain(join(folder.path, name))
        const found = folder.own ? { ...domain, own: true } : domain
        registerDomain(found, owners)
        domains.set(found.name, found)
      } catch (error) {
        broken.push({ name, error: error instanceof Error ? error.message : String(error) })
      }
    }
  }
  return { domains, broken }
}

function subFolders({ path, own }: DomainFolder, broken: BrokenDomain[]): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^[._]/.test(entry.name))
      .map((entry) => entry.name)
      .filter((name) => own === false || entryOf(join(path, name)) !== undefined)
      .sort()
  } catch (error) {
    broken.push({ name: basename(path), error: `LAZARET_DOMAINS: ${(error as Error).message}` })
    return []
  }
}

const entryOf = (folder: string): string | undefined => {
  const files = new Set(readdirSync(folder))
  return [...CODE, ...DATA].find((file) => files.has(file))
}

async function loadDomain(folder: string): Promise<Domain> {
  const entry = entryOf(folder)
  const place = `${basename(folder)}/${entry ?? 'index.ts'}`
  if (!entry) throw new DeclarationError(place, '(file)', 'the folder declares no domain')
  const path = join(folder, entry)
  const found = DATA.includes(entry) ? dataIn(path, place) : await exportedBy(path, place)
  return isDefined(found) ? found : define(folder, path, found)
}

/** The object of the module that has datasets: `export default`, or any export. */
async function exportedBy(path: string, place: string): Promise<Domain | DomainInput> {
  const exported: Record<string, unknown> = await import(pathToFileURL(path).href)
  const found = Object.values(exported).find(
    (value) => typeof value === 'object' && value !== null && 'datasets' in value,
  )
  if (!found) throw new DeclarationError(place, '(export)', 'the file exports no domain')
  return found as Domain | DomainInput
}

function dataIn(path: string, place: string): DomainInput {
  try {
    return parseYaml(readFileSync(path, 'utf8')) as DomainInput
  } catch (error) {
    throw new DeclarationError(place, '(file)', (error as Error).message.split('\n')[0] ?? '')
  }
}

const isDefined = (found: Domain | DomainInput): found is Domain => 'file' in found

/** A domain written as data: its datasets stand in it, or in files of their own beside it. */
function define(folder: string, path: string, input: DomainInput): Domain {
  const place = `${basename(folder)}/${basename(path)}`
  if (!Array.isArray(input?.datasets)) {
    throw new DeclarationError(place, 'datasets', 'a domain has a list of datasets')
  }
  const datasets = input.datasets.map((given: unknown) => {
    if (typeof given !== 'string') return defineDataset(path, given as DatasetInput)
    const file = join(folder, given)
    return defineDataset(file, dataIn(file, `${basename(folder)}/${given}`) as never)
  })
  return defineDomain(path, { ...input, datasets })
}
