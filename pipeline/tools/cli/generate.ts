import { z } from 'zod'
import { UsageError } from '@/lib/shared/errors'
import { generateExtracts } from '@/pipeline/tools/generate'
import { reportError } from './failure'
import { domainNamed, whole } from './options'
import { log, print, printJson } from './output'

export interface GenerateFlags {
  out: string
  preset?: string
  seed?: string
  scale?: string
  deliveries?: string
  fullEvery?: string
  json?: boolean
}

/** `generate <domain>`: extracts with their ground truth. */
export async function generateCommand(name: string, flags: GenerateFlags): Promise<number> {
  try {
    const report = await generateExtracts(domainNamed(name).name, {
      out: flags.out,
      preset: flags.preset,
      seed: flags.seed === undefined ? undefined : whole('--seed', flags.seed, 0),
      scale: flags.scale === undefined ? undefined : positive('--scale', flags.scale),
      deliveries:
        flags.deliveries === undefined ? undefined : whole('--deliveries', flags.deliveries, 1),
      fullEvery:
        flags.fullEvery === undefined ? undefined : whole('--full-every', flags.fullEvery, 0),
    })
    if (flags.json) printJson(report)
    else {
      print(`extracts are in ${flags.out}`)
      log('the ground truth is in faults.json beside them')
    }
    return 0
  } catch (error) {
    return reportError(error, flags.json)
  }
}

function positive(option: string, text: string): number {
  const parsed = z.coerce.number().positive().safeParse(text)
  if (parsed.success) return parsed.data
  throw new UsageError(`${option} "${text}" is not a number above zero`)
}
