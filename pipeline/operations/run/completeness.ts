/** Is everything there that a full delivery must bring? */
import { basename } from 'node:path'
import { DeliveryRefused } from '@/lib/shared/errors'
import { FileNames } from '@/pipeline/engine/define/file-names'
import type { Domain } from '@/pipeline/engine/define/schema'
import type { Delivery } from '@/pipeline/engine/read/delivery'
import { splitName } from '@/pipeline/engine/read/extensions'
import { missingPart } from '@/pipeline/engine/read/parts'
import type { RunSession } from './session'

/**
 * A full delivery brings every file, unless the datasets of the domain are independent.
 * @throws DeliveryRefused missing_file
 */
export function refuseMissingFiles(domain: Domain, delivery: Delivery): void {
  if (domain.independent) return
  const sources = domain.datasets.flatMap((d) => d.sources.map((s) => s.file))
  const missing = sources.filter((source) => !delivery.files.has(source))
  if (missing.length === 0) return
  const passedOver = delivery.unknown.length > 0 ? `; not read: ${delivery.unknown.join(', ')}` : ''
  throw new DeliveryRefused(
    'missing_file',
    `A full delivery of ${domain.name} brings every file; missing: ${missing.join(', ')}${passedOver}`,
    {},
    'Add the files, or deliver what changed with --mode delta',
  )
}

/**
 * A full delivery brings as many parts of a source as the last one did: a lost last part leaves no
 * gap. A list of files in `_READY` says it better, and `--accept-shrink` overrules.
 * @throws DeliveryRefused missing_part
 */
export async function refuseFewerParts(session: RunSession, delivery: Delivery): Promise<void> {
  const { db, domain, row } = session
  if (row.mode !== 'full' || row.acceptShrink || delivery.ready?.files) return
  const fileNames = new FileNames(domain.datasets.flatMap((d) => d.sources))
  const last = await db.rows<{ source: string; file: string }>(
    `SELECT f.source, f.file FROM quality.run_file f
    JOIN quality.dataset_state s ON s.dataset = f.dataset AND s.last_full_run = f.run_id
    WHERE s.domain = $1`,
    [domain.name],
  )
  for (const [source, parts] of delivery.parts) {
    const before = last
      .filter((file) => file.source === source)
      .flatMap(({ file }) => fileNames.match(splitName(file).stem)?.part ?? [])
    const missing = [...new Set(before)].filter((number) => !parts.includes(number))
    if (missing.length === 0) continue
    const files = (delivery.files.get(source) ?? []).map((path) => ({ name: basename(path) }))
    throw missingPart(
      source,
      files,
      missing.toSorted((a, b) => (a < b ? -1 : 1)).map(String),
      'The last full delivery had them. If there are fewer now, list the files in _READY or run again with --accept-shrink',
    )
  }
}
