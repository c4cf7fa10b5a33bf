/**
 * A name for a living process (this one by default) that is never given twice, unlike its id.
 * Undefined when there is no such process, or only what is left of it (a zombie).
 */
export function identify(pid?: number): string | undefined

/** Does the process of this name (from `identify`) still live? */
export function isAlive(identity: string): boolean
