import { expect, it } from 'vitest'
import { needsTls } from './mail'

it.each([
  ['smtp://user:secret@mail.example.org:587', true],
  ['smtp://user:secret@10.0.0.7', true],
  ['smtp://user:secret@127.evil.example', true],
  ['smtp://user:secret@127.0.0.1:2525', false],
  ['smtp://user:secret@[::1]:2525', false],
  ['smtp://mail.example.org:25', false],
])('%s needs TLS: %s', (url, needs) => expect(needsTls(url)).toBe(needs))
