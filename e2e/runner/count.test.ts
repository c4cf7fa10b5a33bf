import { expect, it } from 'vitest'
import { countPlaywright, countVitest } from './count'

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 }
const playwright = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } }

it('reads the reports of both tools', () => {
  expect(countVitest(vitest, 0)).toEqual({ passed: 5, failed: 0, skipped: 2 })
  expect(countPlaywright(playwright, 1)).toEqual({ passed: 3, failed: 2, skipped: 2 })
})

it('counts a tool that failed by itself as a failure', () => {
  expect(countVitest(vitest, 1)).toEqual({ passed: 5, failed: 1, skipped: 2 })
  expect(countVitest(undefined, 0).failed).toBe(1)
  expect(countPlaywright(undefined, null).failed).toBe(1)
})
