/** What the command line accepts, checked before anything is opened. */
import { z } from 'zod'
import { UsageError } from '@/lib/shared/errors'
import { brokenDomains, domains } from '@/pipeline/domains'
import type { Domain } from '@/pipeline/engine/define/schema'

const Instant = z.iso.datetime({ offset: true, local: false })

/** @throws UsageError naming the domains that there are, or what is wrong with this one. */
export function domainNamed(name: string): Domain {
  const domain = domains.get(name)
  if (domain) return domain
  const broken = brokenDomains.find((b) => b.name === name)
  if (broken) throw new UsageError(`The declaration of "${name}" is broken: ${broken.error}`)
  throw new UsageError(`There is no domain "${name}"`, `Known: ${[...domains.keys()].join(', ')}`)
}

/** An ISO 8601 time with offset. @throws UsageError */
export function instant(option: string, text: string): Date {
  const parsed = Instant.safeParse(text)
  if (parsed.success) return new Date(parsed.data)
  throw new UsageError(
    `${option} "${text}" is not a time with an offset`,
    'Write it like 2026-09-22T06:00:00-03:00',
  )
}

/** A calendar date YYYY-MM-DD. @throws UsageError */
export function calendarDate(option: string, text: string): string {
  const parsed = z.iso.date().safeParse(text)
  if (parsed.success) return parsed.data
  throw new UsageError(`${option} "${text}" is not a date`, 'Write it like 2026-09-22')
}

/** A whole number of at least `least`. @throws UsageError */
export function whole(option: string, text: string, least: number): number {
  const parsed = z.coerce.number().int().min(least).safeParse(text)
  if (parsed.success && /^\d+$/.test(text)) return parsed.data
  throw new UsageError(`${option} "${text}" is not a whole number of at least ${least}`)
}

/** One of several words. @throws UsageError */
export function oneOf<const T extends string>(
  option: string,
  text: string,
  words: readonly T[],
): T {
  const found = words.find((word) => word === text)
  if (found) return found
  throw new UsageError(`${option} "${text}" is not one of ${words.join(', ')}`)
}
