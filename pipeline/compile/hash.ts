/**
 * Identity of rows. A key is the MD5 of its parts, each behind its length, so that ('ab','c') and
 * ('a','bc') differ; stored as uuid, because sixteen bytes of fixed size join and index best.
 * A row with a missing key part, and a malformed record, are known by what they contain.
 */

/** SQL of the key hash of typed expressions that are all present. */
export function keyHashSql(parts: readonly string[]): string {
  const joined = parts.map((p) => `length(${p}::text) || ':' || ${p}::text`).join(` || `)
  return `md5(${joined})::uuid`
}

/** SQL of the content hash: raw values and their source; NULL and '' differ. */
export const contentHashSql = (source: string, raws: readonly string[]): string =>
  `md5(ROW(${[source, ...raws].join(', ')})::text)::uuid`

/** SQL of the identity of a row whose key is incomplete. */
export const contentKeySql = (content: string): string => `md5('content:' || ${content}::text)::uuid`

/** SQL of the identity of a malformed record. */
export const bytesKeySql = (bytes: string): string => `md5('bytes:' || md5(${bytes}))::uuid`
