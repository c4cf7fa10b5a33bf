/**
 * Advisory locks per domain. `turn`: a run or a replay, from beginning to end, so that they never
 * interleave. `write`: whoever changes the state of rows, for one transaction; people's verbs try
 * it and say that a run is in progress when they do not get it. `inbox`: one scan of a domain's
 * inbox at a time. `worker`: held by each worker under its own id as long as it lives. `proof`: one
 * proof at a time; it holds up nobody else.
 */
const SPACES = {
  turn: 0x1a2a,
  write: 0x1a2b,
  worker: 0x1a2c,
  inbox: 0x1a2d,
  proof: 0x1a2e,
} as const

/** SQL arguments of the lock: `pg_advisory_lock(<these>)` with the domain as parameter `n`. */
export const lockArguments = (kind: keyof typeof SPACES, parameter = 1): string =>
  `${SPACES[kind]}, hashtext($${parameter})`

/** SQL condition: somebody holds the lock of this name (an SQL expression) in this database. */
export const isHeldSql = (kind: keyof typeof SPACES, name: string): string =>
  `EXISTS (SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
    AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    AND l.classid = ${SPACES[kind]} AND l.objid = (hashtext(${name})::bigint & 4294967295)::oid)`
