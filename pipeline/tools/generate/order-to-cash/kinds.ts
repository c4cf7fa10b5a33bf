export type Role = 'order' | 'item' | 'invoice' | 'billed' | 'title'

/**
 * A kind of fault. `step` says when it shows: `bytes` (the record cannot be recognised by its
 * key, the row itself does not arrive), `early` (before references are looked at), `reference`
 * (the reference named by `rule` leads nowhere), `late` (after the references), `copy` (a
 * documented duplicate, not a fault).
 */
export interface Kind {
  fault: string
  role: Role
  step: 'bytes' | 'early' | 'reference' | 'late' | 'copy'
  /** Rule without its table; for references, the name of the reference. */
  rule: string
  column?: string
  value?: string
  damage?: (line: string) => Buffer
}
