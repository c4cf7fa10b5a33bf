/** PostgreSQL's own parser must split what we pass on exactly as the scanner understood it. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/lib/shared/db/testing'
import { readAll } from './read.testing'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

/** Sends COPY text and gives back the rows without number and line. */
async function throughPostgres(text: string, columns: readonly string[], delimiter: string) {
  const list = columns.map((column) => `${column} text`).join(', ')
  await client.query('drop table if exists copied')
  await client.query(`create temp table copied (n bigint, line bigint, ${list})`)
  const options = `format csv, delimiter E'${delimiter === '\t' ? '\\t' : delimiter}'`
  const target = client.query(from(`copy copied from stdin (${options}, encoding 'UTF8')`))
  await pipeline(Readable.from([Buffer.from(text)]), target)
  const query = { text: 'select * from copied order by n', rowMode: 'array' as const }
  const { rows } = await client.query<(string | null)[]>(query)
  return rows.map((row) => row.slice(2))
}

const ATOMS = [
  '"',
  '""',
  ',',
  '\n',
  '\r',
  '\r\n',
  '\\.',
  '\n\\.\n',
  '\\',
  'a',
  'é',
  ' ',
  '5"',
  '"x"',
]

describe('COPY', () => {
  it('keeps what is easily mistaken', async () => {
    const text = 'a,b\n1,\\.\n2,"x\n\\.\ny\rz\r\n"\n3,5"\r4,""\n5,\r\n\\.,"\\."\n7,\\N\n'
    const { rows, extract, text: copy } = await readAll(text)
    expect(rows.map(([, b]) => b)).toEqual([
      '\\.',
      'x\n\\.\ny\rz\r\n',
      '5"',
      '',
      null,
      '\\.',
      '\\N',
    ])
    expect(await throughPostgres(copy, extract.copyColumns, ',')).toEqual(rows)
  })

  it('splits random text as the scanner does', async () => {
    const delimiters = fc.constantFrom(',' as const, ';' as const, '|' as const, '\t' as const)
    const bodies = fc.array(fc.constantFrom(...ATOMS), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(delimiters, bodies, fc.boolean(), async (delimiter, atoms, extra) => {
        const body = atoms.join('').replaceAll(',', delimiter)
        const columns = extra ? ['b'] : ['a', 'b']
        const reading = await readAll(`a${delimiter}b\n${body}`, { columns, delimiter })
        const { copyColumns } = reading.extract
        const rows = await throughPostgres(reading.text, copyColumns, delimiter)
        expect(rows).toEqual(reading.rows)
      }),
      { numRuns: 200 },
    )
  })
})
