/** How a transaction is begun. The only place, with connection.ts, that writes such statements. */

export type Isolation = 'read committed' | 'repeatable read'

export interface TransactionOptions<T> {
  /** Default: read committed. */
  isolation?: Isolation
  readOnly?: boolean
  /** Everything is done and then rolled back. */
  dryRun?: boolean
  /** Looks at the result of the work; false rolls back, and the result is returned all the same. */
  commitIf?(result: T): boolean
}

/** The statement that begins it. */
export function beginSql(
  options: Pick<TransactionOptions<unknown>, 'isolation' | 'readOnly'> = {},
): string {
  const isolation = options.isolation ? ` ISOLATION LEVEL ${options.isolation.toUpperCase()}` : ''
  return `BEGIN${isolation}${options.readOnly ? ' READ ONLY' : ''}`
}
