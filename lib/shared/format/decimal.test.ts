import { expect, it } from 'vitest'
import { addDecimals } from './decimal'

it.each([
  ['0.10', '0.20', '0.30'],
  ['-0.05', '0.01', '-0.04'],
  ['-1.50', '1.5', '0.00'],
  ['99999999999999999999.99', '0.01', '100000000000000000000.00'],
  ['7', '5', '12'],
])('%s + %s = %s', (a, b, sum) => {
  expect(addDecimals(a, b)).toBe(sum)
  expect(addDecimals(b, a)).toBe(sum)
})
