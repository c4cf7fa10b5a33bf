import fc from 'fast-check'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { Column, Row } from '../files/table'
import '../raw-inflate.testing'
import { bytesOf, readSheet, rowsOf, unzip } from '../testing'
import { LONGEST_TEXT, STYLES } from './cells'
import { sheetName } from './parts'
import { type Limits, xlsxStream } from './workbook'

const columns: Column[] = [
  { heading: 'Key', type: 'text', width: 30 },
  { heading: 'Rows', type: 'count' },
  { heading: 'Amount', type: 'money' },
  { heading: 'Day', type: 'date' },
  { heading: 'Seen', type: 'time' },
]
const texts: Column[] = [{ heading: 'Text', type: 'text' }]

const write = (rows: Row[], of = columns, limits: Limits = {}) =>
  bytesOf(xlsxStream({ name: 'Quarantine', columns: of, rows: rowsOf(rows) }, limits))

const sheet = async (rows: Row[], of = columns) =>
  readSheet(unzip(await write(rows, of)).get('xl/worksheets/sheet1.xml') ?? '')

const TEXTS = [
  '0000100234',
  '-5.00',
  '=1+1',
  '1e5',
  'TRUE',
  'a "quote" and \'another\'',
  'two\nlines',
  'dos\r\nlines',
  '  leading',
  'trailing ',
  'two  spaces',
  '\ttab',
  '<b>&amp;</b>',
  ']]>',
  'control \u0000\u0001\u001f',
  '\ufffe\uffff',
  '_x0041_',
  '_X000d_ _x005F_',
  'ação 😀 日本 é',
  '',
]

test('text stays text, to the last character', async () => {
  const [, ...rows] = await sheet(
    TEXTS.map((t) => [t]),
    texts,
  )
  expect(rows.map(([cell]) => cell?.text)).toEqual(TEXTS)
  expect(rows.every(([cell]) => cell?.style === STYLES.text)).toBe(true)
})

test('another library reads the same', async () => {
  const bytes = await write(
    TEXTS.map((t) => [t]),
    texts,
  )
  const { sheets } = await readXlsx(new Uint8Array(bytes))
  expect(sheets[0]?.name).toBe('Quarantine')
  expect(sheets[0]?.rows.slice(1).map(([cell]) => cell ?? '')).toEqual(TEXTS)
})

test('numbers keep their digits, and more than fifteen become text', async () => {
  const amounts = ['-5.00', '0.10', '123456789012.34', '1234567890123.45', '12345678901234.56']
  const [, ...rows] = await sheet(amounts.map((a, i) => [null, i, a]))
  expect(rows.map(([count]) => count?.number)).toEqual(['0', '1', '2', '3', '4'])
  expect(rows.map(([, amount]) => amount?.number)).toEqual([...amounts.slice(0, 4), undefined])
  expect(rows[4]?.[1]).toEqual({ ref: 'C6', style: STYLES.text, text: '12345678901234.56' })
})

test('dates are dates, and what is none is text', async () => {
  const [, day, early, none] = await sheet([
    [null, null, null, '2026-11-30', '2026-11-30 14:02:31'],
    [null, null, null, '1900-02-28', '0001-01-01 00:00:00'],
    [null, '=1', '', 'soon', 'never'],
  ])
  expect(day?.map(({ number, style }) => [number, style])).toEqual([
    ['46356', STYLES.date],
    ['46356.5850810185', STYLES.time],
  ])
  expect(early?.map(({ text }) => text)).toEqual(['1900-02-28', '0001-01-01 00:00:00'])
  expect(none?.map(({ text }) => text)).toEqual(['=1', '', 'soon', 'never'])
  const bytes = await write([[null, null, null, '2026-11-30', '2026-11-30 14:02:31']])
  const { sheets } = await readXlsx(new Uint8Array(bytes))
  const moments = (sheets[0]?.rows[1] ?? []).slice(3) as Date[]
  expect(moments.map((d) => d.toISOString().slice(0, 19))).toEqual([
    '2026-11-30T00:00:00',
    '2026-11-30T14:02:31',
  ])
})

test('bold headings, a frozen first row and column widths', async () => {
  const files = unzip(await write([]))
  const xml = files.get('xl/worksheets/sheet1.xml') ?? ''
  expect(readSheet(xml)[0]?.map(({ text }) => text)).toEqual(columns.map((c) => c.heading))
  expect(xml).toContain(
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
  )
  expect(xml).toContain('<col min="1" max="1" width="30" customWidth="1"/>')
  const styles = files.get('xl/styles.xml') ?? ''
  const formats = [...(/<cellXfs.*?<\/cellXfs>/.exec(styles)?.[0] ?? '').matchAll(/<xf [^>]*>/g)]
  expect(formats[STYLES.head]?.[0]).toContain('fontId="1"')
  expect(styles).toContain(
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/>',
  )
})

test('a full sheet is followed by another, with its headings', async () => {
  const rows = [1, 2, 3, 4].map((n) => [`row ${n}`])
  const read = async (limits: Limits) => {
    const { sheets } = await readXlsx(new Uint8Array(await write(rows, texts, limits)))
    return sheets.map((s) => [s.name, ...s.rows.map(([cell]) => cell)])
  }
  expect(await read({ rows: 3 })).toEqual([
    ['Quarantine', 'Text', 'row 1', 'row 2'],
    ['Quarantine (2)', 'Text', 'row 3', 'row 4'],
  ])
  expect((await read({ rows: 5 })).length).toBe(1)
  expect((await read({ bytes: 1 })).length).toBe(4)
})

test('sheet names are what a workbook accepts', () => {
  expect(sheetName("'a/b:c*d?[e]\\'", 1)).toBe('a b c d  e')
  expect(sheetName('x'.repeat(40), 12)).toBe(`${'x'.repeat(26)} (12)`)
  expect(sheetName('', 1)).toBe('Sheet')
})

test('a text that no cell can hold is cut and says so', async () => {
  const [, row] = await sheet([['x'.repeat(LONGEST_TEXT + 5)]], texts)
  expect(row?.[0]?.text).toBe(`${'x'.repeat(LONGEST_TEXT - 1)}…`)
})

test('every table comes back', async () => {
  const unit = fc.constantFrom('_', 'x', '0', 'D', '\r', '\n', ' ', '<', '&', '\u0001', 'é', '😀')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit }), { minLength: 1 }), async (values) => {
      const [, ...rows] = await sheet(
        values.map((v) => [v]),
        texts,
      )
      expect(rows.map(([cell]) => cell?.text)).toEqual(values)
    }),
    { numRuns: 50 },
  )
})

test('rows are read while they are written', async () => {
  const seen: unknown[] = []
  for await (const { values } of streamXlsxRows(await write([['a', 1, '2.50']]))) seen.push(values)
  expect(seen[1]).toEqual(['a', 1, 2.5])
})
