/** A delivery with every fault, made by the domain's own generator. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@/lib/errors'
import { generators } from '../domains/generators'

/** The preset that every generator has for this: each rule is failed by a row that fails no other. */
export const PROOF_PRESET = 'proof'
/** Enough rows for every fault, few enough to take seconds. */
const SCALE = 0.05

export interface Made {
  folder: string
  described: { preset: string; seed: number; scale: number }
  /** Removes the files; safe to repeat. */
  remove(): void
}

/** @throws UsageError when the domain has no generator. */
export async function generatedDelivery(domain: string, seed = 1): Promise<Made> {
  const generate = generators.get(domain)
  if (!generate) {
    throw new UsageError(
      `Nothing of ${domain} was delivered in full yet, and it has no generator`,
      'Give a delivery folder with --input',
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'lazaret-proof-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await generate({ out: folder, preset: PROOF_PRESET, seed, scale: SCALE })
  } catch (error) {
    remove()
    throw error
  }
  return { folder, described: { preset: PROOF_PRESET, seed, scale: SCALE }, remove }
}
