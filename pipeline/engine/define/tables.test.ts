import { date, integer, numeric, text } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { bronzeColumns, silverColumns } from '@/lib/shared/db/schema/columns'
import { bronze, silver } from '@/lib/shared/db/schema/schemas'
import { brokenDomains, domains } from '@/pipeline/domains'
import { tablesOf } from '@/pipeline/engine/define/table-pair'
import { dataset, domain, type ShortDataset } from '@/pipeline/tools/testing/declare'
import { registerDomain } from './register'
import type { Domain } from './schema'
import { checkTables } from './tables'

describe('declarations against the schema', () => {
  const short: ShortDataset = {
    name: 'somas',
    columns: {
      id: 'text',
      v: 'numeric(15,2)',
      d: 'date',
      h: { type: 'text', from: 'id', hidden: true },
    },
  }
  const declared = domain([short])
  const { bronze: raw, silver: stored } = tablesOf(dataset(short))
  const somas = (columns: object) => silver.table('somas', { ...silverColumns(), ...columns })

  it('accepts the shipped domains and the tables made from a declaration', () => {
    for (const shipped of domains.values()) checkTables(shipped)
    checkTables(declared, [...raw, stored])
    checkTables(declared, [
      ...raw,
      somas({ id: text(), v: numeric({ precision: 18, scale: 3 }), d: date() }),
    ])
  })

  it.each<[string, unknown[], string]>([
    ['no Bronze table', [stored], 'sources[0].file: the schema has no table bronze.somas'],
    [
      'no Bronze column',
      [bronze.table('somas', { ...bronzeColumns(), id: text(), v: text() }), stored],
      'sources[0].columns: the schema has no column bronze.somas.d',
    ],
    [
      'a typed Bronze column',
      [bronze.table('somas', { ...bronzeColumns(), id: text(), v: integer(), d: text() }), stored],
      'sources[0].columns: bronze.somas.v is integer, which does not hold text',
    ],
    [
      'no common column',
      [bronze.table('somas', { id: text(), v: text(), d: text() }), stored],
      'sources[0].file: bronze.somas lacks the common column _run',
    ],
    ['no Silver table', raw, 'name: the schema has no table silver.somas'],
    [
      'no Silver column',
      [...raw, somas({ id: text(), v: numeric() })],
      'columns.d: the schema has no column silver.somas.d',
    ],
    [
      'another type in Silver',
      [...raw, somas({ id: integer(), v: numeric(), d: date() })],
      'columns.id: silver.somas.id is integer, which does not hold text',
    ],
    [
      'a number that would be rounded in Silver',
      [...raw, somas({ id: text(), v: numeric({ precision: 15, scale: 1 }), d: date() })],
      'columns.v: silver.somas.v is numeric(15, 1), which does not hold numeric(15,2)',
    ],
  ])('%s', (_, tables, message) => {
    expect(() => checkTables(declared, tables)).toThrow(`testing/somas.ts: ${message}`)
  })

  it('a partitioned dataset has its partition columns in the primary key, others have not', () => {
    const parted = { ...short, columns: { ...short.columns, n: 'integer' as const } }
    const by = { ...parted, partition: { by: ['n'] } }
    const { bronze: source, silver: plain } = tablesOf(dataset(parted))
    const { silver: inParts } = tablesOf(dataset(by))
    checkTables(domain([by]), [...source, inParts])
    expect(() => checkTables(domain([by]), [...source, plain])).toThrow(
      'testing/somas.ts: partition.by: the primary key of silver.somas is (key_hash), not (key_hash, n)',
    )
    expect(() => checkTables(domain([parted]), [...source, inParts])).toThrow(
      'testing/somas.ts: name: the primary key of silver.somas is (key_hash, n), not (key_hash)',
    )
  })

  it('no domain of the product is broken', () => {
    expect(brokenDomains).toEqual([])
  })

  it('two domains do not share a name, a dataset or a source file', () => {
    const shipped = domains.get('order-to-cash')
    if (!shipped) throw new Error('order-to-cash does not ship')
    const both = (second: Domain) => () => {
      const owners = new Map<string, string>()
      for (const each of [shipped, second]) registerDomain(each, owners)
    }
    expect(both(shipped)).toThrow(`name: domain "${shipped.name}" is also in`)
    expect(both({ ...shipped, name: 'outro' })).toThrow('dataset "clientes" is also in')
    const [first] = shipped.datasets
    if (!first) throw new Error('no dataset')
    const renamed = { ...shipped, name: 'outro', datasets: [{ ...first, name: 'outra' }] }
    expect(both(renamed)).toThrow('sources: source "KNA1" is also in')
  })
})
