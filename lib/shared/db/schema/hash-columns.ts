/**
 * Columns of Silver that identify a row and its content, beside those that begin with `_`. They are
 * called the same in an evaluation, in Silver, in Gold and in quarantine; no dataset may declare them.
 */
export const HASH_COLUMNS: readonly string[] = ['key_hash', 'content_hash']
