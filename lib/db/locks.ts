/**
 * Advisory locks per domain. `turn`: a run or a replay, from beginning to end, so that they never
 * interleave. `write`: whoever changes the state of rows, for one transaction; people's verbs try
 * it and say that a run is in progress when they do not get it.
 */
const SPACES = { turn: 0x1a2a, write: 0x1a2b } as const

/** SQL arguments of the lock: `pg_advisory_lock(<these>)` with the domain as parameter `n`. */
export const lockArguments = (kind: keyof typeof SPACES, parameter = 1): string =>
  `${SPACES[kind]}, hashtext($${parameter})`
