import { expect, it } from 'vitest'
import { parseReplayAddress } from './replay-address'
import { filterOf, loadRowView } from './view'

const view = (query: Record<string, string>) => loadRowView(new URLSearchParams(query))

it('a view in the address means a filter; what is none is left out', () => {
  const all = view({ text: ' 42 ', cause: '7', minAge: '3', minAmount: 'x', ready: 'true' })
  expect(filterOf(all, 'itens', 'R')).toEqual({
    dataset: 'itens',
    rule: 'R',
    text: '42',
    cause: 7,
    minAgeDays: 3,
    ready: true,
  })
  expect(
    filterOf(view({ cause: '7', closed: 'true', day: 'nonsense' }), 'a', 'b', 'rootCause'),
  ).toEqual({
    dataset: 'a',
    rule: 'b',
    rootCause: 7,
    statut: ['CLASSEE'],
  })
})

it('the address of a new replay is understood or it is none', () => {
  expect(parseReplayAddress({ dataset: 'itens', rule: 'R', ready: 'true' })).toEqual({
    domain: undefined,
    scope: { filter: { dataset: 'itens', rule: 'R', ready: true } },
    filter: { dataset: 'itens', rule: 'R', ready: true },
  })
  expect(parseReplayAddress({ filter: '{"rule":"R"}', expected: '31' })?.scope).toEqual({
    filter: { rule: 'R' },
    expected: 31,
  })
  expect(parseReplayAddress({ ids: '1,2', filter: '{}' })?.scope).toEqual({ ids: [1, 2] })
  for (const wrong of [{ filter: '{' }, { filter: '{"x":1}' }, { ids: '1,b' }, { cause: '-1' }]) {
    expect(parseReplayAddress(wrong)).toBeUndefined()
  }
})
