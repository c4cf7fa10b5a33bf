import { expect, it } from 'vitest'
import { lastDays } from './flow-view'

it('counts days where the workspace is, today included', () => {
  // Still 30 November in São Paulo.
  const at = new Date('2026-12-01T02:00:00Z')
  expect(lastDays(7, at, 'America/Sao_Paulo')).toEqual({ from: '2026-11-24', to: '2026-11-30' })
  expect(lastDays(1, at, 'UTC')).toEqual({ from: '2026-12-01', to: '2026-12-01' })
})
