import { UsageError } from '@/lib/shared/errors'
import { generateDeclaratif } from '@/pipeline/tools/generate/declaratif'
import { generateOrderToCash } from '@/pipeline/tools/generate/order-to-cash'
import { PRESETS } from '@/pipeline/tools/generate/order-to-cash/size'
import { generatePedidos } from '@/pipeline/tools/generate/pedidos'
import { generateVendas } from '@/pipeline/tools/generate/vendas'

/** What every generator takes; a preset that a domain does not have is refused by it. */
export interface GeneratorOptions {
  out: string
  preset?: string
  seed?: number
  scale?: number
  deliveries?: number
  fullEvery?: number
  onProgress?(rows: number, delivery: number): void
}

/** Makers of extracts, by domain. */
export const generators: ReadonlyMap<string, (options: GeneratorOptions) => Promise<unknown>> =
  new Map<string, (options: GeneratorOptions) => Promise<unknown>>([
    [
      'order-to-cash',
      ({ preset, ...options }: GeneratorOptions) =>
        generateOrderToCash({ ...options, preset: presetOf(preset, PRESETS) }),
    ],
    [
      'declaratif',
      ({ preset, ...options }: GeneratorOptions) =>
        generateDeclaratif({ ...options, preset: presetOf(preset, ['proof']) }),
    ],
    ['vendas', withoutPreset(generateVendas)],
    ['pedidos', withoutPreset(generatePedidos)],
  ])

/**
 * Deliveries in which every rule is failed by a row that fails no other one, each as small as that
 * can be: what a domain that was never run is proved with.
 */
export const PROOF_DELIVERIES: ReadonlyMap<string, { preset?: string; scale: number }> = new Map([
  ['order-to-cash', { preset: 'proof', scale: 0.05 }],
  ['declaratif', { preset: 'proof', scale: 0.05 }],
  ['vendas', { scale: 0.2 }],
  ['pedidos', { scale: 0.2 }],
])

function withoutPreset(generate: (options: Omit<GeneratorOptions, 'preset'>) => Promise<unknown>) {
  return ({ preset, ...options }: GeneratorOptions) => {
    presetOf(preset, [])
    return generate(options)
  }
}

function presetOf<const T extends string>(
  preset: string | undefined,
  known: readonly T[],
): T | undefined {
  if (preset === undefined) return undefined
  const found = known.find((name) => name === preset)
  if (found) return found
  throw new UsageError(
    `There is no preset "${preset}"`,
    known.length > 0 ? `Known: ${known.join(', ')}` : 'This domain has none',
  )
}
