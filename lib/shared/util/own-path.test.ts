import { expect, it } from 'vitest'
import { ownPath } from './own-path'

it.each([
  ['/runs?before=20', '/runs?before=20'],
  ['/rows/7#timeline', '/rows/7#timeline'],
  ['/a/../runs', '/runs'],
  ['runs', '/runs'],
  ['', '/'],
  // The scheme of the page itself: read as relative.
  ['http:evil.example', '/evil.example'],
])('%j stays: %s', (address, path) => {
  expect(ownPath(address)).toBe(path)
})

it.each([
  '//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/\r\n/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t\\evil.example',
  'https://evil.example/',
  'HTTPS:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://here.invalid@evil.example/',
  'http://[',
  ['/runs', '/rows'],
  undefined,
])('%j leads home', (address) => {
  expect(ownPath(address)).toBe('/')
})
