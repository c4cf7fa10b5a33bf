/**
 * The experiment of the article "Um pipeline que roda sem erro não é o mesmo que um pipeline
 * correto": without the rule of the source order the sum holds, and only a post-condition finds the
 * 259 billed items. Here for every rule, by one command.
 */

import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { createTestDatabase, type TestDatabase } from '@/lib/shared/db/testing'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { prepare } from '@/pipeline/service/start/prepare'
import { generated } from '@/pipeline/tools/generate/order-to-cash/testing'
import { generatedDelivery } from '@/pipeline/tools/generate/proof-delivery'
import { HORIZONTE, hasHorizonte } from '@/pipeline/tools/testing/domains/order-to-cash/lab'
import { everything } from '@/pipeline/tools/testing/everything'
import { RunningCommand } from '@/pipeline/tools/testing/robustness/cli'
import { proveDomain } from './prove'
import type { ProofReport } from './types'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
  await prepare(database.url)
})
afterEach(() => database.drop())

function findsTheItems({ rules, source }: ProofReport): void {
  expect(source.rows).toBe(265_250)
  const tried = rules.filter((r) => !['not_exercised', 'cannot'].includes(r.verdict))
  expect(tried).toMatchObject([
    {
      rule: 'VBAP_QUANTIDADE_INVALIDA',
      verdict: 'guarded',
      guard: 'post.VBAP_QUANTIDADE_NAO_POSITIVA',
      ...{ held: 449, through: 449, caught: 449, balanced: true },
    },
    {
      rule: 'VBRP_ORDEM_INEXISTENTE',
      verdict: 'guarded',
      guard: 'post.VBRP_ITEM_SEM_ORDEM',
      ...{ held: 259, through: 259, caught: 259, balanced: true },
    },
  ])
  expect(tried.map((r) => r.guards.length)).toEqual([1, 1])
}

describe.skipIf(!hasHorizonte)(
  `the article's own files (skipped where ${HORIZONTE} is absent)`,
  () => {
    it('259 items get through, the balance holds, one post-condition finds them all', async () => {
      findsTheItems(
        await proveDomain(database.url, {
          domain: orderToCash,
          input: HORIZONTE,
          generate: generatedDelivery,
        }),
      )
    }, 240_000)
  },
)

it('the generated article: the same', async () => {
  const made = await generated({ preset: 'article' })
  try {
    findsTheItems(
      await proveDomain(database.url, {
        domain: orderToCash,
        input: made.out,
        generate: generatedDelivery,
      }),
    )
  } finally {
    made.remove()
  }
}, 240_000)

it('a proof that is killed in the middle leaves nothing behind', async () => {
  const db = await Db.open(database.url)
  try {
    const before = await everything(db)
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('lazaret-proof-'))
    const had = folders()
    const command = new RunningCommand(database.url, ['prove', 'order-to-cash'])
    expect(await command.reaches('without VBAP_')).toBe(true)
    command.kill()
    await command.ended
    expect(folders().filter((name) => !had.includes(name))).toEqual([])
    // The next one does not have to wait for anything that the dead one held.
    const next = new RunningCommand(database.url, ['prove', 'order-to-cash'])
    expect(await next.reaches('without KNA1_')).toBe(true)
    next.kill()
    await next.ended
    expect(await everything(db)).toEqual(before)
    expect(await db.rows(`SELECT FROM pg_namespace WHERE nspname LIKE 'lazaret_real%'`)).toEqual([])
  } finally {
    await db.close()
  }
}, 240_000)
