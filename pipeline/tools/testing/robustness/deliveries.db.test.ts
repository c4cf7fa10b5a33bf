/**
 * Whatever arrives, in whatever state: a run ends balanced, or refused with a reason, and no
 * record is lost. FC_SEED=<n> repeats a run of this test, FC_RUNS=<n> makes it longer.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { createTestDatabase } from '@/lib/shared/db/testing'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import type { Domain } from '@/pipeline/engine/define/schema'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { syncDeclarations } from '@/pipeline/operations/sync'
import { type Clocks, clockProblems, clocksOf, contractProblems } from './contract'
import { delivery, filesOf, type RandomDelivery } from './damage'
import { lineProblems } from './lines'
import { type Files, smallDelivery } from './seed'
import { stateOf } from './state'

const RUNS = Number(process.env.FC_RUNS ?? 64)
const SEED = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Checks that a damaged delivery may fail: it holds the data against each other, not the engine. */
const SCENARIO = 'post.FATURA_COM_UM_TITULO'
const withoutScenario: Domain = {
  ...orderToCash,
  datasets: orderToCash.datasets.map((d) => ({
    ...d,
    postConditions: d.postConditions.filter((c) => `post.${c.code}` !== SCENARIO),
  })),
}

let seed: Files
beforeAll(async () => {
  seed = await smallDelivery(9)
})

interface Outcome {
  status: string
  reason: string | undefined
}

/** Runs one random delivery and asks every question about it. */
async function deliver(
  url: string,
  client: pg.Client,
  domain: Domain,
  d: RandomDelivery,
  day: number,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'lazaret-damage-'))
  try {
    const files = filesOf(seed, d)
    for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
    const before = await stateOf(client, true)
    const clocks: Clocks = await clocksOf(client)
    const report = await runDelivery(url, {
      domain,
      input: folder,
      mode: d.mode,
      acceptShrink: d.acceptShrink,
      asOf: new Date(Date.UTC(2026, 6, day)),
    })
    const reason = report.error?.reason
    if (report.status === 'committed') {
      expect(await contractProblems(client, report.run as number)).toEqual([])
      expect(clockProblems(clocks, await clocksOf(client))).toEqual([])
      expect(await lineProblems(client, report.run as number, files)).toEqual([])
    } else {
      expect(await stateOf(client, true)).toEqual(before)
      const failed = report.checks.filter((c) => !c.ok).map((c) => c.name)
      if (report.status === 'failed' && domain === orderToCash) expect(failed).toEqual([SCENARIO])
      else
        expect({ status: report.status, error: report.error }).toMatchObject({ status: 'refused' })
      expect(report.error?.message).toBeTruthy()
    }
    return { status: report.status, reason }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function sequence(domain: Domain, deliveries: readonly RandomDelivery[]): Promise<Outcome[]> {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  try {
    const db = await Db.open(database.url)
    await syncDeclarations(db, [domain], 'America/Sao_Paulo')
    await db.close()
    await client.connect()
    const outcomes: Outcome[] = []
    for (const [i, d] of deliveries.entries()) {
      outcomes.push(await deliver(database.url, client, domain, d, i + 1))
    }
    return outcomes
  } finally {
    await client.end()
    await database.drop()
  }
}

it(`survives ${RUNS} sequences of damaged deliveries`, { timeout: RUNS * 30_000 }, async () => {
  console.log(`seed: FC_SEED=${SEED}`)
  const tally: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(delivery, { minLength: 2, maxLength: 3 }),
      async (scenario, deliveries) => {
        for (const { status, reason } of await sequence(
          scenario ? orderToCash : withoutScenario,
          deliveries,
        )) {
          const name = reason ? `${status} (${reason})` : status
          tally[name] = (tally[name] ?? 0) + 1
        }
      },
    ),
    { seed: SEED, numRuns: RUNS, endOnFailure: process.env.FC_SHRINK === undefined },
  )
  console.log(tally)
  expect(tally.committed).toBeGreaterThan(RUNS / 2)
})
