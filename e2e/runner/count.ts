/** How many tests a tool has run, from its own JSON report. */
export interface Count {
  passed: number
  failed: number
  skipped: number
}

/** A tool that failed without a failed test (a file that does not load) counts as one failure. */
function honest(count: Count, exitCode: number | null): Count {
  return exitCode !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}

/** From `vitest --reporter=json`; without a report: one failure. */
export function countVitest(report: unknown, exitCode: number | null): Count {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report as VitestReport
  const skipped = numPendingTests + numTodoTests
  return honest({ passed: numPassedTests, failed: numFailedTests, skipped }, exitCode)
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** From Playwright's JSON reporter; a flaky test is not a passed one. */
export function countPlaywright(report: unknown, exitCode: number | null): Count {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = (report as PlaywrightReport).stats
  return honest({ passed: expected, failed: unexpected + flaky, skipped }, exitCode)
}
