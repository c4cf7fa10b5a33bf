import type { getTranslations } from 'next-intl/server'
import { groupText } from '@/components/impact/figure-text'
import type { GoldTableMeta } from '@/lib/server/queries/impact'

type Translate = Awaited<ReturnType<typeof getTranslations<never>>>

/** How declared things are called on the impact screen. */
export function wordsOf(t: Translate, locale: string) {
  return {
    name: (of: { title: Record<string, string>; column?: string; name?: string }): string =>
      of.title[locale] ?? of.column ?? of.name ?? '',
    groupOf: (table: GoldTableMeta, group: (string | null)[]): string =>
      groupText(group, table.groups, t('impact.unassigned'), locale),
  }
}
