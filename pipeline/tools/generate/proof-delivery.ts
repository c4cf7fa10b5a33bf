/** A delivery with every fault, made by the domain's own generator. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@/lib/shared/errors'
import type { GeneratedDelivery } from '@/pipeline/operations/prove/types'
import { domainTools } from '.'

/** @throws UsageError when the domain has no generator. */
export async function generatedDelivery(domain: string, seed = 1): Promise<GeneratedDelivery> {
  const tools = domainTools.get(domain)
  if (!tools) {
    throw new UsageError(
      `Nothing of ${domain} was delivered in full yet, and it has no generator`,
      'Give a delivery folder with --input',
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'lazaret-proof-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await tools.generate({ out: folder, seed, ...tools.proof })
  } catch (error) {
    remove()
    throw error
  }
  const { preset = null, scale } = tools.proof
  return { folder, described: { preset, seed, scale }, remove }
}

/** Domains parted by whether a delivery can be generated for their proof. */
export interface ProofSubjects {
  provable: string[]
  /** Name of the domain, and why it is left out. */
  leftOut: string[]
}

/** Which domains a proof on a generated delivery is possible for. */
export function proofSubjects(names: Iterable<string>): ProofSubjects {
  const subjects: ProofSubjects = { provable: [], leftOut: [] }
  for (const name of names) {
    if (domainTools.has(name)) subjects.provable.push(name)
    else subjects.leftOut.push(`${name}: has no generator (pipeline/tools/generate/${name})`)
  }
  return subjects
}
