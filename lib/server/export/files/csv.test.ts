import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, rowsOf } from '../testing'
import { csvStream, escapeFormula, unescapeFormula } from './csv'
import type { Column, ExportLocale, Row } from './table'

const columns: Column[] = [
  { heading: 'Key', type: 'text' },
  { heading: 'Rows', type: 'count' },
  { heading: 'Amount', type: 'money' },
  { heading: 'Day', type: 'date' },
  { heading: 'Seen', type: 'time' },
]

async function csv(rows: Row[], locale: ExportLocale = 'en', of = columns): Promise<string> {
  return (
    await bytesOf(csvStream({ name: 'x', columns: of, rows: rowsOf(rows) }, locale))
  ).toString()
}

test('separator and decimal mark follow the locale, numbers are never formulas', async () => {
  const row = ['0000100234', 7, '-1234.50', '2026-11-30', '2026-11-30 14:02:31']
  expect(await csv([row])).toBe(
    '\ufeffKey,Rows,Amount,Day,Seen\r\n0000100234,7,-1234.50,2026-11-30,2026-11-30 14:02:31\r\n',
  )
  for (const locale of ['pt-BR', 'fr'] as const) {
    expect(await csv([row], locale)).toBe(
      '\ufeffKey;Rows;Amount;Day;Seen\r\n0000100234;7;-1234,50;2026-11-30;2026-11-30 14:02:31\r\n',
    )
  }
})

test('quotes, separators of any locale, line ends and outer spaces are quoted', async () => {
  const texts = ['a "b"', 'a,b', 'a;b', 'a\nb', 'a\r\nb', ' a', 'a ', 'a\tb', 'ação', '😀', '']
  const out = await csv(texts.map((t) => [t, null, null, null, null]))
  expect(out).toContain('\r\n"a ""b""",,,,\r\n"a,b",,,,\r\n"a;b",,,,\r\n"a\nb",,,,\r\n')
  const read: string[][] = parse(out, { bom: true, from_line: 2, record_delimiter: '\r\n' })
  expect(read.map(([first]) => first)).toEqual(texts)
})

test('formula-like text gets an apostrophe', () => {
  const formulas = ['=1+1', '+1', '-5.00', '@SUM(A1)', '\t=1', '\r=1', '  =1', '\u00a0=1', '＝1']
  for (const text of formulas) expect(escapeFormula(text)).toBe(`'${text}`)
  for (const text of ['0000100234', 'a=1', '1-1', "d'été", "'quoted'", '', '  x']) {
    expect(escapeFormula(text)).toBe(text)
  }
  expect(escapeFormula("'=1")).toBe("''=1")
})

test('text in a number column is text', async () => {
  expect(await csv([[null, '=1', '1e5', null, '=2']])).toContain(",'=1,1e5,,'=2\r\n")
})

test('every table comes back', async () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('=', '-', "'", '"', ',', ';', '\r', '\n', ' ', 'a') }),
    fc.string({ unit: 'grapheme' }),
  )
  const cells = fc.array(fc.tuple(text, text), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(cells, fc.constantFrom('en', 'fr'), async (rows, locale) => {
      const of: Column[] = [
        { heading: 'a', type: 'text' },
        { heading: 'b', type: 'text' },
      ]
      const out = await csv(rows, locale as ExportLocale, of)
      const read: string[][] = parse(out, {
        bom: true,
        delimiter: locale === 'en' ? ',' : ';',
        record_delimiter: '\r\n',
        from: 2,
      })
      expect(read.map((row) => row.map(unescapeFormula))).toEqual(rows)
    }),
  )
})
