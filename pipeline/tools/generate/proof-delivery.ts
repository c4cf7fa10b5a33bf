/** A delivery with every fault, made by the domain's own generator. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@/lib/shared/errors'
import type { GeneratedDelivery } from '@/pipeline/operations/prove/types'
import { generators, PROOF_DELIVERIES } from '.'

/** @throws UsageError when the domain has no generator. */
export async function generatedDelivery(domain: string, seed = 1): Promise<GeneratedDelivery> {
  const generate = generators.get(domain)
  const options = PROOF_DELIVERIES.get(domain)
  if (!generate || !options) {
    throw new UsageError(
      `Nothing of ${domain} was delivered in full yet, and it has no generator`,
      'Give a delivery folder with --input',
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'lazaret-proof-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await generate({ out: folder, seed, ...options })
  } catch (error) {
    remove()
    throw error
  }
  const { preset = null, scale } = options
  return { folder, described: { preset, seed, scale }, remove }
}
