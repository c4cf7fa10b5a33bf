/** From the least to the most; each may do all that the ones before it may. */
export const ROLES = ['viewer', 'analyst', 'steward', 'administrator'] as const
export type Role = (typeof ROLES)[number]
