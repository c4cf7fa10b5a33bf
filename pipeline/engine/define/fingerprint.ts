import { createHash } from 'node:crypto'
import { postConditionsOf } from './post-conditions'
import { fingerprintOf } from './rules'
import type { Domain } from './schema'

/** What a proof depends on: how rows are judged, and what looks at the result. */
export function proofFingerprint(domain: Domain): string {
  const parts = domain.datasets.map((dataset) => [
    dataset.name,
    fingerprintOf(dataset),
    postConditionsOf(dataset).map(({ code, when, sql }) => [code, when, sql]),
  ])
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
