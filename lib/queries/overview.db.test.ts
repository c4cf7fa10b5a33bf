import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectClient } from '../db/client'
import { checkResult, quarantine, rule, run, runDataset } from '../db/schema/index'
import { createTestDatabase, type TestDatabase } from '../db/testing'
import { readOverview } from './overview'

let test: TestDatabase
let connection: ReturnType<typeof connectClient>
const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12))

beforeAll(async () => {
  test = await createTestDatabase()
  connection = connectClient(test.url)
})
beforeEach(async () => {
  for (const table of [checkResult, runDataset, quarantine, rule, run]) {
    await connection.client.delete(table)
  }
})
afterAll(async () => {
  await connection.end()
  await test.drop()
})

const counts = { received: 3, malformed: 0, silver: 1, quarantined: 1, duplicates: 1, flagged: 0 }
const moves = { silver_before: 0, entered: 1, withheld: 0, withdrawn: 0, silver_after: 1 }

async function addRun(id: number, domain: string, status: 'committed' | 'failed') {
  const clock = { as_of: at(id), started_at: at(id), finished_at: at(id) }
  const kind = { kind: 'delivery', mode: 'full' } as const
  await connection.client.insert(run).values({ id, domain, status, ...kind, ...clock })
}

async function addRow(n: number, code: string, day: number, currency: string | null) {
  await connection.client.insert(quarantine).values({
    dataset: 'ordens',
    key_hash: `00000000-0000-0000-0000-00000000000${n}`,
    content_hash: '00000000-0000-0000-0000-000000000000',
    occurrence: 1,
    rule: code,
    other_rules: [],
    statut: 'A_TRAITER',
    first_seen: at(day),
    amount: currency ? '10.10' : null,
    currency,
    unmet: 0,
    run_id: 1,
    n,
  })
}

describe('readOverview', () => {
  it('says nothing about an empty database', async () => {
    const { domains, otherStock } = await readOverview(connection.client)
    expect(domains).toEqual([])
    expect(otherStock).toEqual([])
  })

  it('shows the newest run beside the counts of the newest that committed', async () => {
    await addRun(1, 'o2c', 'committed')
    await addRun(2, 'o2c', 'committed')
    await addRun(3, 'o2c', 'failed')
    await addRun(4, 'vendas', 'committed')
    const dataset = { dataset: 'ordens', mode: 'full' as const, rewritten: 0, rules: {} }
    for (const run_id of [1, 2]) {
      await connection.client.insert(runDataset).values({ run_id, ...dataset, ...counts, ...moves })
    }
    const check = { name: 'balance.ordens', ok: false, expected: '3', found: '2' }
    await connection.client.insert(checkResult).values({ run_id: 3, ...check })

    const { domains } = await readOverview(connection.client)
    expect(domains.map(({ domain }) => domain)).toEqual(['o2c', 'vendas'])
    const [first] = domains
    expect(first?.latest).toMatchObject({ id: 3, status: 'failed' })
    expect(first?.committed).toMatchObject({ id: 2 })
    expect(first?.datasets).toMatchObject([{ run_id: 2, received: 3 }])
    expect(first?.checks).toMatchObject([{ name: 'balance.ordens', ok: false, found: '2' }])
  })

  it('counts every open row, per rule, with money per currency', async () => {
    await addRun(1, 'o2c', 'committed')
    await connection.client.insert(rule).values({
      dataset: 'ordens',
      code: 'KNOWN',
      domain: 'o2c',
      position: 1,
      kind: 'required',
      fingerprint: 'f',
      texts: { means: { en: 'It is missing' } },
      sap: {},
      owner: 'Vendas',
      severity: 'error',
      warn_days: 7,
      critical_days: 21,
      replay: 'nightly',
    })
    await addRow(1, 'KNOWN', 5, 'BRL')
    await addRow(2, 'KNOWN', 3, 'BRL')
    await addRow(3, 'KNOWN', 4, 'USD')
    await addRow(4, 'KNOWN', 6, null)
    await addRow(5, 'FORGOTTEN', 6, 'BRL')

    const { domains, otherStock } = await readOverview(connection.client)
    const [known] = domains[0]?.stock ?? []
    expect(known).toMatchObject({ rule: 'KNOWN', open: 4, oldest: at(3), means: 'It is missing' })
    expect(known?.money.sort((a, b) => (a.currency ?? '').localeCompare(b.currency ?? ''))).toEqual(
      [
        { currency: 'BRL', amount: '20.20' },
        { currency: 'USD', amount: '10.10' },
      ],
    )
    // A rule that no declaration knows has no domain, and is shown nevertheless.
    expect(otherStock).toMatchObject([{ rule: 'FORGOTTEN', open: 1, means: null }])
  })
})
