/** Named formats a value can be held against. Each returns SQL that is true where it holds. */
import type { Dialect } from './dialect'

const EMAIL = '^[A-Za-z0-9._%+-]+@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?[.])+[A-Za-z]{2,}$'

/** SQL that is true where the whole of `x` has the format. */
export function formatSql(
  dialect: Dialect,
  format: 'email' | 'cnpj' | { pattern: string },
  x: string,
): string {
  if (format === 'email') return dialect.matches(x, EMAIL)
  if (format === 'cnpj') return cnpjSql(dialect, x)
  return dialect.matches(x, `^(?:${format.pattern})$`)
}

/**
 * Brazilian company number, digits or (since 2026) letters in the first twelve places. Two check
 * digits: weights 2 to 9 from the right, modulo 11, a character counts as its ASCII code − 48.
 * Source: Receita Federal, Instrução Normativa RFB 2.229/2024. Punctuation is ignored.
 */
function cnpjSql({ matches }: Dialect, value: string): string {
  const x = `translate(${value}, './-', '')`
  const digit = (length: number) => {
    const terms = Array.from({ length }, (_, i) => {
      const weight = ((length - 1 - i) % 8) + 2
      return `(ascii(substr(${x}, ${i + 1}, 1)) - 48) * ${weight}`
    })
    return `(CASE WHEN (${terms.join(' + ')}) % 11 < 2 THEN 0 ELSE 11 - (${terms.join(' + ')}) % 11 END)`
  }
  return `CASE WHEN ${matches(x, '^[0-9A-Z]{12}[0-9]{2}$')} AND ${x} <> repeat(left(${x}, 1), 14) THEN
    right(${x}, 2) = ${digit(12)}::text || ${digit(13)}::text ELSE false END`
}
