/** How figures and times are shown to people. Pure: the locale and the zone are given. */

export interface Reader {
  locale: string
  timeZone: string
}

/** 29,877 */
export function formatCount(n: number, { locale }: Reader): string {
  return new Intl.NumberFormat(locale).format(n)
}

/**
 * Money as it came from the database, a decimal string: never through a float. Where the currency
 * has no ISO code, the number says it as it came; without a currency it is a number.
 */
export function formatMoney(amount: string, currency: string | null, { locale }: Reader): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const
  const iso = currency !== null && /^[A-Z]{3}$/.test(currency)
  const style = iso ? ({ style: 'currency', currency } as const) : {}
  const number = new Intl.NumberFormat(locale, { ...digits, ...style })
  const text = number.format(amount as unknown as number)
  return currency && !iso ? `${currency} ${text}` : text
}

/** 30 Nov 2026, 14:02:31 in the workspace's time zone. */
export function formatTime(time: Date, { locale, timeZone }: Reader): string {
  const style = { dateStyle: 'medium', timeStyle: 'medium', timeZone } as const
  return new Intl.DateTimeFormat(locale, style).format(time)
}

/** Whole days between two moments; 0 where the first is the later one. */
export function wholeDays(since: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - since.getTime()) / 86_400_000))
}

/** R$ 1.96 m: for figures that are read at a glance; tables and exports have the exact sum. */
export function formatMoneyShort(amount: string, currency: string, { locale }: Reader): string {
  // Both said: engines differ in what they assume, and server and browser must write the same.
  const digits = { minimumFractionDigits: 0, maximumFractionDigits: 2 } as const
  const short = { notation: 'compact', ...digits } as const
  const style = /^[A-Z]{3}$/.test(currency) ? ({ style: 'currency', currency } as const) : {}
  return new Intl.NumberFormat(locale, { ...short, ...style }).format(amount as unknown as number)
}

/** A part of a whole, as 3.4 %; a small one is "< 0.1 %", never 0. */
export function formatShare(share: number, { locale }: Reader): string {
  const percent = (n: number) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(n)
  return share > 0 && share < 0.001 ? `< ${percent(0.001)}` : percent(share)
}

/** Rows out ÷ rows in over the same period, as 149 %; null when nothing came in. */
export function exitRate(rowsIn: number, rowsOut: number, { locale }: Reader): string | null {
  if (rowsIn === 0) return null
  const percent = { style: 'percent', maximumFractionDigits: 0 } as const
  return new Intl.NumberFormat(locale, percent).format(rowsOut / rowsIn)
}

/** A number as the database wrote it, every digit kept: 52,310.20 stays at two decimals. */
export function formatDecimal(text: string, { locale }: Pick<Reader, 'locale'>): string {
  const decimals = text.split('.')[1]?.length ?? 0
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat(locale, digits).format(text as unknown as number)
}

/** A day without a time, YYYY-MM-DD: the same day in every zone. */
export function formatDay(day: string, { locale }: Pick<Reader, 'locale'>): string {
  const style = { dateStyle: 'medium', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, style).format(new Date(`${day}T00:00:00Z`))
}
