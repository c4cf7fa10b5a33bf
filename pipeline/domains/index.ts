import { fileURLToPath } from 'node:url'
import { readSettings } from '@/lib/shared/env'
import { loadDomains } from '@/pipeline/engine/define/load'

/**
 * The domains by name: one per folder beside this file, and one per folder in LAZARET_DOMAINS, so
 * that a new one is a folder and no more. `brokenDomains`: those that were left out, and why.
 */
export const { domains, broken: brokenDomains } = await loadDomains([
  { path: fileURLToPath(new URL('.', import.meta.url)), own: false },
  ...readSettings().LAZARET_DOMAINS.map((path) => ({ path, own: true })),
])
