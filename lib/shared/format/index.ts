/** How figures and times are shown to people. Pure: the locale and the zone are given. */

/** Language and time zone of the person who looks. */
export interface DisplaySettings {
  locale: string
  timeZone: string
}

type Locale = Pick<DisplaySettings, 'locale'>

/**
 * A number as text. One minus sign (U+2212) in all languages: it is as wide as a digit, and no line
 * breaks behind it. Decimals come as text from the database and never pass through a float.
 */
function numberText(
  number: number | string,
  { locale }: Locale,
  options: Intl.NumberFormatOptions,
): string {
  return new Intl.NumberFormat(locale, options).format(number as number).replace('-', '−')
}

/** Always so many decimals, so that numbers below each other line up. */
const decimals = (n: number) => ({ minimumFractionDigits: n, maximumFractionDigits: n }) as const

const isoCode = (currency: string | null) => currency !== null && /^[A-Z]{3}$/.test(currency)

/** 29,877 */
export const formatCount = (n: number, reader: Locale): string => numberText(n, reader, {})

/** −827, +12, 0: a change. */
export const formatChange = (n: number, reader: Locale): string =>
  numberText(n, reader, { signDisplay: 'exceptZero' })

/**
 * Money as it came from the database, a decimal string. Where the currency has no ISO code, it stands
 * before the number as it came; without a currency it is a number.
 */
export function formatMoney(amount: string, currency: string | null, reader: Locale): string {
  if (currency && isoCode(currency)) {
    return numberText(amount, reader, { ...decimals(2), style: 'currency', currency })
  }
  const text = numberText(amount, reader, decimals(2))
  return currency ? `${currency} ${text}` : text
}

/** R$1.96M: for figures that are read at a glance; tables and exports have the exact sum. */
export function formatMoneyShort(amount: string, currency: string, reader: Locale): string {
  // Both digits said: engines differ in what they assume, and server and browser must write the same.
  const short = { ...decimals(2), notation: 'compact' } as const
  const style = isoCode(currency) ? ({ style: 'currency', currency } as const) : {}
  return numberText(amount, reader, { ...short, ...style })
}

/** A part of a whole with one decimal, as 3.4%; a small one is "< 0.1%", never 0. */
export function formatShare(share: number, reader: Locale): string {
  const percent = (n: number) => numberText(n, reader, { ...decimals(1), style: 'percent' })
  return share > 0 && share < 0.001 ? `< ${percent(0.001)}` : percent(share)
}

/** Rows out ÷ rows in over the same period, as 149%; null when nothing came in. */
export function exitRate(rowsIn: number, rowsOut: number, reader: Locale): string | null {
  return rowsIn === 0
    ? null
    : numberText(rowsOut / rowsIn, reader, { ...decimals(0), style: 'percent' })
}

/** A number as the database wrote it, every digit kept: 52,310.20 stays at two decimals. */
export const formatDecimal = (text: string, reader: Locale): string =>
  numberText(text, reader, decimals(text.split('.')[1]?.length ?? 0))

/** A ratio as the database computed it, with two decimals: days of DSO, percents. */
export const formatRatio = (text: string, reader: Locale): string =>
  numberText(text, reader, decimals(2))

/** A figure at an axis, short: 350K, R$1.5M. Its ticks are round, so it needs no more digits. */
export function formatTick(n: number, currency: string | null, reader: Locale): string {
  const short = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 } as const
  const style = currency && isoCode(currency) ? ({ style: 'currency', currency } as const) : {}
  return numberText(n, reader, { ...short, ...style })
}

/** Days as the language writes them in tables: Nov 30, 2026, and 30/11/2026. */
const dateStyle = (locale: string) => (locale.startsWith('en') ? 'medium' : 'short')

/** Nov 30, 2026, 2:02 PM, in the time zone of the workspace. */
export function formatTime(time: Date, { locale, timeZone }: DisplaySettings): string {
  const style = { dateStyle: dateStyle(locale), timeStyle: 'short', timeZone } as const
  return new Intl.DateTimeFormat(locale, style).format(time)
}

/** The same to the second, where it is asked how new something is. */
export function formatMoment(time: Date, { locale, timeZone }: DisplaySettings): string {
  const style = { dateStyle: dateStyle(locale), timeStyle: 'medium', timeZone } as const
  return new Intl.DateTimeFormat(locale, style).format(time)
}

/** A day without a time, YYYY-MM-DD: the same day in every zone. */
export function formatDay(day: string, { locale }: Locale): string {
  const style = { dateStyle: dateStyle(locale), timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, style).format(new Date(`${day}T00:00:00Z`))
}

/** A day of the year, YYYY-MM-DD, as it stands at a chart: Nov 30, 30 de nov., 1er nov. */
export function formatDayShort(day: string, { locale }: Locale): string {
  const style = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  const text = new Intl.DateTimeFormat(locale, style).format(new Date(`${day}T00:00:00Z`))
  return locale.startsWith('fr') ? text.replace(/^1 /, '1er ') : text
}

/** Whole days between two moments; 0 where the first is the later one. */
export function wholeDays(since: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - since.getTime()) / 86_400_000))
}
