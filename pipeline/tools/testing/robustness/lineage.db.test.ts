import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '@/lib/shared/db/testing'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { prepare } from '@/pipeline/service/start/prepare'
import { contractProblems } from './contract'
import { type Files, smallDelivery } from './seed'

it('a row that comes again unchanged, but waits for something else, leads to its new line', async () => {
  const seed = await smallDelivery(3)
  const [header = '', ...items] = seed.VBRP.trimEnd().split('\n')
  const turned = `${[header, ...items.toReversed()].join('\n')}\n`
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  const folder = mkdtempSync(join(tmpdir(), 'lazaret-lineage-'))
  const deliver = async (files: Partial<Files>, day: number) => {
    for (const [source, text] of Object.entries(files)) {
      writeFileSync(join(folder, `${source}.csv`), text)
    }
    const asOf = new Date(Date.UTC(2026, 6, day))
    const request = { domain: orderToCash, input: folder, mode: 'delta' as const, asOf }
    return (await runDelivery(database.url, request)).run as number
  }
  try {
    await prepare(database.url)
    await client.connect()
    await deliver({ VBRP: seed.VBRP }, 1)
    // The invoices are there now, the orders still are not.
    const { KNA1, KNB1, VBRK } = seed
    const run = await deliver({ KNA1, KNB1, VBRK, VBRP: turned }, 2)
    const { rows } = await client.query(
      `SELECT DISTINCT run_id FROM quality.quarantine WHERE statut = 'A_TRAITER'`,
    )
    expect(rows).toEqual([{ run_id: run }])
    expect(await contractProblems(client, run)).toEqual([])
  } finally {
    await client.end()
    await database.drop()
    rmSync(folder, { recursive: true })
  }
})
