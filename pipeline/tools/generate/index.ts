import { existsSync, readdirSync } from 'node:fs'
import { UsageError } from '@/lib/shared/errors'
import type { DomainTools, GeneratorOptions } from './kit/domain-tools'

const here = new URL('.', import.meta.url)

async function toolsIn(folder: string): Promise<[string, DomainTools]> {
  const { tools }: { tools?: DomainTools } = await import(`./${folder}/index.ts`)
  if (!tools) throw new Error(`pipeline/tools/generate/${folder}/index.ts exports no "tools"`)
  return [folder, tools]
}

const folders = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/index.ts`, here)))
  .map((entry) => entry.name)

/** The tools of each domain that has a folder of its name here. */
export const domainTools: ReadonlyMap<string, DomainTools> = new Map(
  await Promise.all(folders.sort().map(toolsIn)),
)

/**
 * Makes extracts of a domain, with their ground truth beside them.
 *
 * @returns what the domain's generator reports
 * @throws UsageError when the domain has no generator, or not that preset.
 */
export async function generateExtracts(
  domain: string,
  options: GeneratorOptions,
): Promise<unknown> {
  const tools = domainTools.get(domain)
  if (!tools) throw new UsageError(`There is no generator for ${domain}`)
  const { preset } = options
  if (preset !== undefined && !tools.presets.includes(preset)) {
    throw new UsageError(
      `There is no preset "${preset}"`,
      tools.presets.length > 0 ? `Known: ${tools.presets.join(', ')}` : 'This domain has none',
    )
  }
  return await tools.generate(options)
}
