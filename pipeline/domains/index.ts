import { readdirSync } from 'node:fs'
import { registerDomains } from '@/pipeline/engine/define/register'
import type { Domain } from '@/pipeline/engine/define/schema'

/** The domain that a folder beside this file declares; its index exports it. */
async function declaredIn(folder: string): Promise<Domain> {
  const exported: Record<string, unknown> = await import(`./${folder}/index.ts`)
  const found = Object.values(exported).find(
    (value) => typeof value === 'object' && value !== null && 'datasets' in value,
  )
  if (!found) throw new Error(`pipeline/domains/${folder}/index.ts exports no domain`)
  return found as Domain
}

const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

/** The domains of the product, by name: one per folder, so that a new one is a folder and no more. */
export const domains = registerDomains(await Promise.all(folders.sort().map(declaredIn)))
