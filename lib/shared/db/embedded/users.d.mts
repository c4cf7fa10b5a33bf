/** A process's registration as user of a server; it ends with `leave()` or with the process. */
export interface User {
  name: string
  leave(): void
}

/** Registers this process (it may do so more than once) in the folder, made when missing. */
export function registerUser(folder: string): User

/** The names of the registered users that live; those of dead ones are removed. */
export function liveUsers(folder: string): string[]
