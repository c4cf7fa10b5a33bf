import { expect, it } from 'vitest'
import { oneLine, printable } from './printable'

it('a folder’s name cannot forge a line or steer a terminal', () => {
  const name =
    'd1\n2026-12-01 worker: everything committed\u001b[2J\u009b1m\u202egnp.exe\u2028\ud800'
  expect(oneLine(name)).toBe(
    'd1\\u{a}2026-12-01 worker: everything committed\\u{1b}[2J\\u{9b}1m\\u{202e}gnp.exe\\u{2028}\\u{d800}',
  )
  expect(printable('a\tb\nc\u001b]0;title\u0007')).toBe('a\tb\nc\\u{1b}]0;title\\u{7}')
})

it('leaves words of all languages as they are', () => {
  const text = 'São Paulo · Clé „äöü“ 日本 😀 e\u0301'
  expect(oneLine(text)).toBe(text)
  expect(printable(text)).toBe(text)
})
