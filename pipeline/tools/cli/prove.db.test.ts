/** `prove` as it is typed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/lib/shared/db/testing'
import type { ProofReport } from '@/pipeline/operations/prove/types'
import { expectOneError, pipeline } from './testing'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const prove = (...args: string[]) => pipeline(['prove', ...args], { DATABASE_URL: database.url })

it('prints one object, and progress beside it', async () => {
  const outcome = await prove('vendas', '--json')
  expect(outcome.code).toBe(0)
  const { proof, domain, source, rules, summary, seconds } = outcome.json<ProofReport>()
  expect({ proof, domain, source, summary }).toMatchObject({
    proof: 1,
    domain: 'vendas',
    source: { kind: 'generated', preset: null, seed: 1 },
    summary: { rules: rules.length, unguarded: 0 },
  })
  expect(seconds).toBeGreaterThan(0)
  expect(rules.find((r) => r.rule === 'VENDA_EMAIL_INVALIDO')).toMatchObject({
    dataset: 'vendas',
    verdict: 'guarded',
    guard: 'post.VENDA_EMAIL_IMPOSSIVEL',
  })
})

it('prints a table for people', async () => {
  const { code, stdout, stderr } = await prove('vendas', '--seed', '7')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^rule switched off +verdict +held +through +caught +by$/m)
  expect(stdout).toMatch(/^VENDA_EMAIL_INVALIDO +guarded +\d+ .*post\.VENDA_EMAIL_IMPOSSIVEL/m)
  expect(stdout).toMatch(/of 9 rules 9 are guarded, 0 unguarded/)
  expect(stdout).toContain('seed 7')
  expect(stderr).toContain('without VENDA_EMAIL_INVALIDO')
})

it('says what is wrong with the words', async () => {
  const [unknown, both, nowhere] = await Promise.all([
    prove('compras', '--json'),
    prove('vendas', '--input', 'x', '--seed', '1'),
    prove('vendas', '--input', '/nowhere/at/all'),
  ])
  expect(unknown.code).toBe(1)
  expect(unknown.json()).toMatchObject({ proof: null, domain: 'compras', error: {} })
  expectOneError(unknown, /There is no domain "compras"/)
  expect(both.code).toBe(1)
  expectOneError(both, /--input is a delivery of its own/)
  expect(nowhere.code).toBe(1)
  expectOneError(nowhere, /\/nowhere\/at\/all/)
})
