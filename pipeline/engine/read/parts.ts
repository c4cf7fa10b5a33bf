/** The files of one source: are they one delivery, and is every part of it there? */
import { DeliveryRefused } from '@/lib/shared/errors'
import type { NameMatch } from '@/pipeline/engine/define/file-names'

/** One file of a source. */
export interface Part extends NameMatch {
  name: string
  /** The name without its extensions. */
  stem: string
}

/** A list of numbers in a message ends here; the first ones are enough to look. */
const MAX_NUMBERS_NAMED = 5

/**
 * @throws DeliveryRefused mixed_delivery, when the names carry different dates or one file comes in
 *   two forms; missing_part, when the numbers have a gap or do not begin at 0 or 1.
 */
export function refuseParts(source: string, parts: readonly Part[]): void {
  refuseSeveralDates(source, parts)
  refuseTwoForms(parts)
  for (const client of new Set(parts.map((p) => p.client))) {
    refuseGaps(
      source,
      parts.filter((p) => p.client === client),
    )
  }
}

/** Images of two days read as one would make every changed row ambiguous. */
function refuseSeveralDates(source: string, parts: readonly Part[]): void {
  const stamps = new Map(parts.map((part) => [part.stamp, part.name]))
  if (stamps.size < 2) return
  throw new DeliveryRefused(
    'mixed_delivery',
    `${[...stamps.values()].toSorted().join(', ')}: files of ${source} with different dates are several deliveries`,
    { file: parts[0]?.name },
    'Give each its own folder, and run them in order',
  )
}

function refuseTwoForms(parts: readonly Part[]): void {
  const seen = new Map<string, Part>()
  for (const part of parts) {
    const other = seen.get(part.stem)
    if (other) {
      throw new DeliveryRefused(
        'mixed_delivery',
        `${other.name} and ${part.name} are one file in two forms`,
        { file: part.name },
        'Leave the one that is meant',
      )
    }
    seen.set(part.stem, part)
  }
}

function refuseGaps(source: string, parts: readonly Part[]): void {
  const numbers = new Set(parts.flatMap(({ part }) => (part === undefined ? [] : [part])))
  if (numbers.size === 0) return
  const sorted = [...numbers].toSorted((a, b) => (a < b ? -1 : 1))
  const [first = 0n] = sorted
  const last = sorted.at(-1) as bigint
  // A file without a number may stand for the first part.
  const latest = parts.some(({ part }) => part === undefined) ? 2n : 1n
  const start = first < latest ? first : latest
  const missing: string[] = []
  for (let n = start; n <= last && missing.length <= MAX_NUMBERS_NAMED; n++) {
    if (!numbers.has(n)) missing.push(String(n))
  }
  if (missing.length === 0) return
  throw missingPart(source, parts, missing)
}

/** @param missing numbers of the parts that are not there. */
export function missingPart(
  source: string,
  parts: readonly { name: string }[],
  missing: readonly string[],
  hint = 'Deliver every part. If the number is none of a part, declare how the files are called (names)',
): DeliveryRefused {
  const named = missing.slice(0, MAX_NUMBERS_NAMED).join(', ')
  const more = missing.length > MAX_NUMBERS_NAMED ? ' and more' : ''
  const word = missing.length === 1 ? 'part' : 'parts'
  const found = parts.map((p) => p.name).join(', ')
  return new DeliveryRefused(
    'missing_part',
    `${source} lacks ${word} ${named}${more}; found ${found}`,
    { file: parts[0]?.name },
    hint,
  )
}

/** Files whose names differ in case only, or in the zeros of their number. */
export function sameNames(parts: readonly Part[]): string[] {
  const groups = new Map<string, string[]>()
  for (const { client, part, name } of parts) {
    const key = `${client ?? ''} ${part ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), name])
  }
  return [...groups.values()]
    .filter((names) => names.length > 1)
    .map((names) => `${names.join(' and ')} have the same name but for case or zeros; all are read`)
}

/** A file without a number, then the parts by client and number, then by name. */
export function inOrder(parts: readonly Part[]): Part[] {
  const rank = ({ part }: Part) => part ?? -1n
  return parts.toSorted((a, b) => {
    if (a.client !== b.client) return (a.client ?? '') < (b.client ?? '') ? -1 : 1
    if (rank(a) !== rank(b)) return rank(a) < rank(b) ? -1 : 1
    return a.name < b.name ? -1 : 1
  })
}
