/**
 * Makes the data folder free for a new server: waits for (or ends) PostgreSQL processes that an
 * earlier keeper left there, and removes a `postmaster.pid` whose process id now belongs to
 * another program. Only to be called by whoever holds the keeper's ticket.
 */
export function clearLeftovers(data: string): Promise<void>
