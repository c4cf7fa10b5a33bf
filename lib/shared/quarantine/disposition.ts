/** What becomes of an evaluated record. */
export const DISPOSITIONS = ['silver', 'quarantine', 'duplicate'] as const
export type Disposition = (typeof DISPOSITIONS)[number]
