/** PROFILE=1: the time that each statement takes, seen from the driver. */
import pg from 'pg'

export interface Timed {
  sql: string
  ms: number
  rows: number
}

/** Times every statement of this process from now on; the list grows as they end. */
export function timeStatements(): Timed[] {
  const statements: Timed[] = []
  const prototype = pg.Client.prototype
  // biome-ignore lint/suspicious/noExplicitAny: the driver's many signatures
  const original = prototype.query as (...args: any[]) => any
  // biome-ignore lint/suspicious/noExplicitAny: the driver's many signatures
  prototype.query = function (this: pg.Client, ...args: any[]) {
    const since = performance.now()
    const [sql] = args
    const answer = original.apply(this, args)
    if (typeof sql === 'string' && typeof answer?.then === 'function') {
      const done = (result: { rowCount?: number }) =>
        statements.push({ sql, ms: performance.now() - since, rows: result.rowCount ?? 0 })
      answer.then(done, () => {})
    }
    return answer
  }
  return statements
}

/** The statements that took most of the time. */
export function slowest(statements: readonly Timed[], n: number): Timed[] {
  return statements
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, n)
    .map((s) => ({ ...s, sql: s.sql.replace(/\s+/g, ' ').slice(0, 160) }))
}
