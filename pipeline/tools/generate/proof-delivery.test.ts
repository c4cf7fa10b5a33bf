import { expect, it } from 'vitest'
import { generateExtracts } from '.'
import { generatedDelivery, proofSubjects } from './proof-delivery'

it('a domain without a generator is left out of the proofs, with the reason', () => {
  expect(proofSubjects(['order-to-cash', 'compras'])).toEqual({
    provable: ['order-to-cash'],
    leftOut: ['compras: has no generator (pipeline/tools/generate/compras)'],
  })
})

it('asked for all the same, it is refused with a hint', async () => {
  await expect(generatedDelivery('compras')).rejects.toMatchObject({
    message: 'Nothing of compras was delivered in full yet, and it has no generator',
    hint: 'Give a delivery folder with --input',
  })
})

it('a preset that the domain does not have is refused with those that it has', async () => {
  const out = '/nowhere'
  await expect(generateExtracts('order-to-cash', { out, preset: 'tiny' })).rejects.toMatchObject({
    message: 'There is no preset "tiny"',
    hint: 'Known: article, proof',
  })
  await expect(generateExtracts('vendas', { out, preset: 'tiny' })).rejects.toMatchObject({
    hint: 'This domain has none',
  })
})
