/**
 * What a waiting row knows of a parent that it names. Stored as a number in
 * `quality.quarantine_ref.state`; everywhere else it is called by its name. Why a number:
 * docs/decisions/0014-codes-in-words.md.
 */

/** `met`: the parent is in Silver. `ready`: it waits, and a replay would settle it first. */
export const REFERENCE_STATES = { met: 0, missing: 1, quarantined: 2, ready: 3 } as const
export type ReferenceState = keyof typeof REFERENCE_STATES

/** SQL of a state, with its name beside the number so that a printed statement can be read. */
export const stateSql = (state: ReferenceState): string =>
  `${REFERENCE_STATES[state]} /* ${state} */`

/** SQL that is true for a state (an expression, never NULL) that keeps its row from being valid now. */
export const unmetSql = (state: string): string => `${state} <> ${stateSql('met')}`

/** SQL that is true for a state that keeps its row from being ready. */
export const blockingSql = (state: string): string =>
  `${state} IN (${stateSql('missing')}, ${stateSql('quarantined')})`
