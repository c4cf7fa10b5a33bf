/** Control characters, invisible formatting (bidi overrides too), line separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu

const escaped = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`

/** A text as one line of a log: what would forge a line or steer a terminal stands as `\u{1b}`. */
export const oneLine = (text: string): string => text.replace(UNSEEN, escaped)

/** The same for output of several lines: line feeds and tabs stay. */
export const printable = (text: string): string =>
  text.replace(UNSEEN, (char) => (char === '\n' || char === '\t' ? char : escaped(char)))
