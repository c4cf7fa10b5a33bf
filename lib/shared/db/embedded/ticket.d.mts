/** A lock that is held until `release()`, or until the process that holds it is gone. */
export interface Ticket {
  release(): void
}

/**
 * Takes the lock that lives in `folder` (made when missing) if nobody alive holds it; undefined
 * otherwise. Sound on a local file system only.
 * @throws the file system's error when the folder cannot be written.
 */
export function tryTicket(folder: string): Ticket | undefined
