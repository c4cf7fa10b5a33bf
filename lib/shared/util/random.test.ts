import { expect, it } from 'vitest'
import { DeviceToken } from '@/lib/server/auth/devices'
import { makePassword, makeRequestId, makeToken } from './random'

it('makes tokens, passwords and request ids of the right form, never twice', () => {
  const tokens = Array.from({ length: 50 }, makeToken)
  for (const token of tokens) expect(DeviceToken.safeParse(token).success).toBe(true)
  expect(
    new Set([...tokens, makePassword(), makePassword(), makeRequestId(), makeRequestId()]).size,
  ).toBe(54)
  expect(makePassword()).toMatch(/^[a-km-z2-9]{20}$/)
})
