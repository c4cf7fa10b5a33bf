import { onTestFinished } from 'vitest'
import { Db } from '@/lib/shared/db/connection'

type Query = (this: Db, sql: string, values?: unknown[]) => Promise<unknown>

/**
 * Watches, and if asked rewrites, every statement of the pipeline until the test is finished or
 * `stop` is called: for tests that break the engine on purpose.
 */
export function intercept(rewrite: (sql: string) => string = (sql) => sql) {
  const prototype = Db.prototype as unknown as { query: Query }
  const original = prototype.query
  const statements: string[] = []
  /** How many statements the rewriting changed. */
  const counter = { rewritten: 0 }
  prototype.query = function (sql, values) {
    const now = rewrite(sql)
    if (now !== sql) counter.rewritten += 1
    statements.push(now)
    return original.call(this, now, values)
  }
  const stop = () => {
    prototype.query = original
  }
  onTestFinished(stop)
  return { statements, counter, stop }
}
