/** Which quarantined rows are live: those that no exit has settled, open or closed by a person. */

/**
 * SQL that is true for a live row; partial indexes are declared with the same words.
 * @param alias of `quality.quarantine` where the statement has one.
 */
export const live = (alias?: string): string => `${alias ? `${alias}.` : ''}statut <> 'SOLDEE'`
