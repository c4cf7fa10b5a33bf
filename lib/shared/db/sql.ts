/** Pieces of SQL that both processes write. */

/** An identifier, quoted. */
export const quoteId = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** SQL of a time as ISO 8601 in UTC, the same text whatever the driver and the session. */
export const isoSql = (time: string, precision: 'ms' | 's' = 'ms'): string =>
  `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS${precision === 'ms' ? '.MS' : ''}"Z"')`
