import type { FigureMeta, GroupMeta, SetCoverage } from '@/lib/server/queries/impact'
import {
  type DisplaySettings,
  formatCount,
  formatMoney,
  formatMoneyShort,
  formatRatio,
  formatShare,
} from '@/lib/shared/format'

/** The sign as the language sets it. */
const PERCENT: Record<string, string> = { fr: '\u202f%' }

/** Days, short. */
const dayUnit = ({ locale }: Pick<DisplaySettings, 'locale'>): string =>
  locale.startsWith('fr') ? 'j' : 'd'

/** A value of Gold as the reader writes it; "–" where there is none. */
export function figureText(
  value: string | null | undefined,
  kind: FigureMeta['kind'],
  currency: string | null,
  reader: DisplaySettings,
): string {
  if (value === null || value === undefined) return '–'
  if (kind === 'money') return formatMoney(value, currency || null, reader)
  if (kind === 'count') return formatCount(Number(value), reader)
  const number = formatRatio(value, reader)
  return kind === 'percent'
    ? `${number}${PERCENT[reader.locale] ?? '%'}`
    : `${number} ${dayUnit(reader)}`
}

/** The same for figures that are read at a glance. */
export function figureShort(
  value: string | null | undefined,
  kind: FigureMeta['kind'],
  currency: string | null,
  reader: DisplaySettings,
): string {
  if (kind !== 'money' || !value) return figureText(value, kind, currency, reader)
  return formatMoneyShort(value, currency ?? '', reader)
}

/** Money that is withheld, per currency of the line. */
export function withheldMoney(
  coverage: SetCoverage | undefined,
  currency: string | null,
  reader: DisplaySettings,
): string {
  if (!coverage) return '–'
  const own = currency === null ? Object.entries(coverage.withheldMoney) : undefined
  if (own) return own.map(([c, sum]) => formatMoney(sum, c || null, reader)).join(', ') || '–'
  return formatMoney(coverage.withheldMoney[currency ?? ''] ?? '0', currency || null, reader)
}

/** Share of the money, else of the rows, that is withheld. */
export function shareText(
  coverage: SetCoverage | undefined,
  of: 'rows' | 'money',
  currency: string | null,
  reader: DisplaySettings,
): string {
  const share = of === 'rows' ? coverage?.rowShare : coverage?.moneyShare[currency ?? '']
  return share === null || share === undefined ? '–' : formatShare(share, reader)
}

/** Values of a group in the reader's words. */
export function groupText(
  group: readonly (string | null)[],
  metas: readonly GroupMeta[],
  unassigned: string,
  locale: string,
): string {
  if (group.every((value) => value === null)) return unassigned
  // A year and a month stand as 2026-03.
  const numbers = group.length > 1 && metas.every((meta) => meta.order === 'number')
  return group
    .map((value, i) => {
      if (value === null) return '?'
      return metas[i]?.labels[value]?.[locale] ?? (numbers ? value.padStart(2, '0') : value)
    })
    .join(numbers ? '-' : ' · ')
}
