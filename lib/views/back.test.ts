import { expect, it } from 'vitest'
import { parseAsBack } from './back'

it('leads back within the app, and nowhere else', () => {
  expect(parseAsBack.parse('/impact?figure=dso#rules')).toBe('/impact?figure=dso#rules')
  for (const elsewhere of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'javascript:0',
  ]) {
    expect(parseAsBack.parse(elsewhere)).toBeNull()
  }
})
