/**
 * All advisory locks of a database; no key stands anywhere else. Locks by name and locks of the
 * whole database are two spaces of PostgreSQL (two integers, one bigint) that never meet.
 */

/** One lock per name; the name is usually a domain's. */
const BY_NAME = {
  /** A run or a replay of a domain, from beginning to end, so that they never interleave. */
  turn: 0x1a2a,
  /**
   * Whoever changes the state of a domain's rows, for one transaction. People's verbs try it, and
   * say that a run is in progress when they do not get it.
   */
  write: 0x1a2b,
  /** Held by each worker under its own id as long as it lives. */
  worker: 0x1a2c,
  /** One scan of a domain's inbox at a time. */
  inbox: 0x1a2d,
  /** One proof at a time (the name is empty); it holds up nobody else. */
  proof: 0x1a2e,
  /** Two who make an account for the same e-mail address at once. */
  account: 0x1a2f,
} as const

/** One lock per database. */
const OF_DATABASE = {
  /** Migrations. Beyond an integer, so that no hash is the same. */
  migrate: 7_203_551_842,
  /** Migrations of the job queue. */
  queue: 7_203_551_843,
  /** Bringing the declarations into the database. */
  sync: 7_240_120,
  /** Sweeps of several workers, so that one never opens an alert that another has just opened. */
  sweep: 7_240_121,
  /** Building the indexes of the search. */
  search: 7_240_122,
} as const

export const LOCK_KEYS = { ...BY_NAME, ...OF_DATABASE }

export type NamedLock = keyof typeof BY_NAME
export type DatabaseLock = keyof typeof OF_DATABASE

/**
 * SQL arguments of a lock: `pg_advisory_lock(<these>)`.
 * @param parameter number of the statement's parameter that holds the name; of locks by name only.
 */
export const lockArguments = (kind: NamedLock | DatabaseLock, parameter = 1): string =>
  kind in BY_NAME ? `${LOCK_KEYS[kind]}, hashtext($${parameter})` : `${LOCK_KEYS[kind]}::bigint`

/** SQL condition: somebody holds the lock of this name (an SQL expression) in this database. */
export const isHeldSql = (kind: NamedLock, name: string): string =>
  `EXISTS (SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
    AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    AND l.classid = ${BY_NAME[kind]} AND l.objid = (hashtext(${name})::bigint & 4294967295)::oid)`
