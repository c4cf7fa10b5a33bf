/** Casts against text of every kind: never an error, nothing rounded, both paths agree. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { createTestDatabase, type TestDatabase } from '@/lib/shared/db/testing'
import type { Column } from '@/pipeline/engine/define/schema'
import { castSql, emptySql } from './casts'
import { VALUES } from './casts.testing'

const column = (type: Column['type'], format: Column['format'] = 'plain'): Column => ({
  type,
  format,
  trim: false,
  hidden: false,
})

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = await Db.open(database.url)
  // A table, because the planner would compute casts of constants before it looks at their guards.
  await db.exec('CREATE TABLE odd (n integer, v text)')
  await db.exec('INSERT INTO odd SELECT i, v FROM unnest($1::text[]) WITH ORDINALITY u(v, i)', [
    VALUES,
  ])
  await db.exec('INSERT INTO odd VALUES (0, NULL)')
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Value → what it converts to, for those that do. */
async function converted(c: Column): Promise<Record<string, string>> {
  const rows = await db.rows<{ v: string; x: string }>(
    `SELECT v, (${castSql(c, 'odd.v')})::text AS x FROM odd WHERE (${castSql(c, 'odd.v')}) IS NOT NULL ORDER BY n`,
  )
  return Object.fromEntries(rows.map(({ v, x }) => [v, x]))
}

const TYPES = [
  'integer',
  'date',
  'boolean',
  'text',
  'numeric(15,2)',
  'numeric(15,3)',
  'numeric(5,0)',
  'numeric(2,2)',
  'numeric(38,10)',
] as const
const FORMATS = ['plain', 'sap', 'pt-BR'] as const
const KINDS = TYPES.flatMap((type) => FORMATS.map((format) => [type, format] as const))

describe('casts of odd values', () => {
  it.each(KINDS)('%s, %s: never an error; padding changes nothing', async (type, format) => {
    const cast = (v: string) => castSql(column(type, format), v)
    // Padding keeps a value off the fast path, so both paths are held against each other.
    const rows = await db.rows(
      `SELECT v, (${cast('o.v')})::text AS fast, (${cast('o.padded')})::text AS slow
      FROM (SELECT n, v, ' ' || v AS padded FROM odd) o
      WHERE (${cast('o.v')}) IS DISTINCT FROM (${cast('o.padded')}) ORDER BY n`,
    )
    // Padding is part of a text that is not trimmed.
    if (type === 'text') return
    expect(rows).toEqual([])
    const wrong = await db.rows(
      `SELECT v FROM odd WHERE ${emptySql(column(type, format), 'odd.v')} AND (${cast('odd.v')}) IS NOT NULL`,
    )
    expect(wrong).toEqual([])
  })

  it.each(KINDS.filter(([type]) => type.startsWith('numeric')))(
    '%s, %s: what converts is exactly what was written',
    async (type, format) => {
      for (const [text, value] of Object.entries(await converted(column(type, format)))) {
        let bare = text
          .replace(/[\s\u00a0]/g, '')
          .replace('R$', '')
          .replace('+', '')
        if (format === 'pt-BR') bare = bare.replaceAll('.', '').replace(',', '.')
        if (bare.endsWith('-')) bare = `-${bare.slice(0, -1)}`
        expect(bare, text).toMatch(/^-?\d+(\.\d+)?$/)
        expect(canonical(value), text).toBe(canonical(bare))
      }
    },
  )

  it('numbers of each format', async () => {
    const plain = await converted(column('numeric(15,2)'))
    expect(plain).toMatchObject({
      '10.000': '10.00',
      '-1': '-1.00',
      '+1': '1.00',
      '007': '7.00',
      ' 1 ': '1.00',
    })
    const sap = await converted(column('numeric(15,2)', 'sap'))
    expect(sap).toMatchObject({ '1.5-': '-1.50', '1-': '-1.00', '-1': '-1.00' })
    const br = await converted(column('numeric(15,2)', 'pt-BR'))
    expect(br).toMatchObject({
      '1.234.567,89': '1234567.89',
      'R$ -1,50': '-1.50',
      '1,5': '1.50',
      '1.234': '1234.00',
    })
    const never = [
      'NaN',
      'Infinity',
      '1e3',
      '-',
      '--1',
      '1-2',
      '-1-',
      '',
      ' ',
      '5.',
      '.5',
      '٣',
      '１２',
      '1 2',
      '9'.repeat(14),
    ]
    for (const [name, found] of Object.entries({ plain, sap, br })) {
      for (const text of never) expect(found[text], `${name} ${text}`).toBeUndefined()
    }
    expect(plain['10.005'] ?? sap['10.005'] ?? plain['1-']).toBeUndefined()
    expect(br['10.005'], 'grouped').toBe('10005.00')
    expect(br['12.34,5']).toBeUndefined()
    expect(await converted(column('numeric(2,2)'))).toMatchObject({ '0': '0.00', '-0': '0.00' })
  })

  it('integers end where the type ends', async () => {
    const found = await converted(column('integer'))
    expect(found).toMatchObject({
      '2147483647': '2147483647',
      '-2147483648': '-2147483648',
      '00000000002147483647': '2147483647',
      [`${'0'.repeat(60)}1`]: '1',
    })
    for (const text of ['2147483648', '-2147483649', '1.0', '1-', '٣', ''])
      expect(found[text]).toBeUndefined()
  })

  it('dates are days of the calendar', async () => {
    expect(await converted(column('date', 'sap'))).toEqual({
      '20240229': '2024-02-29',
      '20000229': '2000-02-29',
      '20250430': '2025-04-30',
      '20251231': '2025-12-31',
      '00010101': '0001-01-01',
      '99991231': '9999-12-31',
      ' 20250101 ': '2025-01-01',
    })
    expect(await converted(column('date'))).toEqual({
      '2025-01-01': '2025-01-01',
      '2024-02-29': '2024-02-29',
    })
    expect(await converted(column('date', 'pt-BR'))).toEqual({
      '01/02/2025': '2025-02-01',
      '29/02/2024': '2024-02-29',
      '31/12/2025': '2025-12-31',
    })
  })
})

/** A decimal number without what does not matter. */
function canonical(text: string): string {
  const [, sign, whole, fraction] = /^(-?)0*(\d*?)(?:\.(\d*?)0*)?$/.exec(text) ?? []
  const digits = `${whole || '0'}${fraction ? `.${fraction}` : ''}`
  return digits === '0' ? '0' : `${sign}${digits}`
}
