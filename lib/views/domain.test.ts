import { expect, it } from 'vitest'
import { domainOf, withDomain } from './domain'

const params = (text: string) => new URLSearchParams(text)

it('reads the domain of screens that show one, and of no others', () => {
  expect(domainOf('/', params('domain=vendas&sort=-rows'))).toBe('vendas')
  expect(domainOf('/alerts', params('domain=all'))).toBe('all')
  expect(domainOf('/alerts', params(''))).toBeUndefined()
  // There it says whose rows are replayed.
  expect(domainOf('/replays/new', params('domain=vendas'))).toBeUndefined()
})

it('carries the domain along, also that it is none in particular', () => {
  expect(withDomain('/flow', 'order-to-cash')).toBe('/flow?domain=order-to-cash')
  expect(withDomain('/', undefined)).toBe('/?domain=all')
  expect(withDomain('/settings', 'vendas')).toBe('/settings')
})
