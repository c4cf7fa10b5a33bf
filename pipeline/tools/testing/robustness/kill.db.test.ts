/**
 * A run that is killed, or loses its database, leaves what was there before or what is there
 * after, and the next run goes on as if nothing had happened. KILLS=<n> kills more often.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administer } from '@/lib/shared/db/administer'
import { withDatabase } from '@/lib/shared/db/connect'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { prepare } from '@/pipeline/service/start/prepare'
import { generated } from '@/pipeline/tools/generate/order-to-cash/testing'
import { RunningCommand } from './cli'
import { stateOf } from './state'

const KILLS = Number(process.env.KILLS ?? 9)
const STEPS = [
  ...orderToCash.datasets.map((d) => `load ${d.name}`),
  ...orderToCash.datasets.map((d) => `judge ${d.name}`),
  'judge checks',
]

let made: Awaited<ReturnType<typeof generated>>
const databases: string[] = []
const server = () => process.env.LAZARET_TEST_SERVER as string

async function clone(template: string): Promise<string> {
  const name = `lazaret_test_kill_${randomBytes(6).toString('hex')}`
  await administer(server(), `CREATE DATABASE ${name} TEMPLATE ${template}`)
  databases.push(name)
  return name
}

const drop = (name: string): Promise<void> =>
  administer(server(), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)

async function asking<T>(name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: withDatabase(server(), name) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const exact = (name: string) => asking(name, (client) => stateOf(client, true))
const content = (name: string) => asking(name, (client) => stateOf(client, false))

async function run(name: string, delivery: number): Promise<void> {
  const report = await runDelivery(withDatabase(server(), name), {
    domain: orderToCash,
    input: made.dirs[delivery] as string,
  })
  expect(report.error).toBeUndefined()
  expect(report.status).toBe('committed')
}

/** Waits until the server has noticed that the command is gone. */
async function untilAlone(name: string): Promise<void> {
  await asking(name, async (client) => {
    for (;;) {
      const { rows } = await client.query(`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`)
      if (rows.length === 0) return
      await sleep(10)
    }
  })
}

interface Scene {
  title: string
  delivery: number
  /** Database before the run, its state, and the state after it and after it came twice. */
  template: string
  before: Record<string, string>
  once: Record<string, string>
  twice: Record<string, string>
}

/** Makes the last moments of a run, after its commit, long enough to be killed in. */
const SLOW_END = `CREATE FUNCTION slow_end() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END $$;
  CREATE TRIGGER slow_end BEFORE UPDATE OF finished_at ON quality.run FOR EACH ROW
  WHEN (OLD.status = 'committed') EXECUTE FUNCTION slow_end()`

async function sceneAt(title: string, delivery: number, template: string): Promise<Scene> {
  const name = await clone(template)
  const before = await exact(name)
  await run(name, delivery)
  const once = await content(name)
  const after = await clone(name)
  await run(after, delivery)
  return { title, delivery, template, before, once, twice: await content(after) }
}

const scenes: Scene[] = []
beforeAll(async () => {
  made = await generated({ scale: 0.05, deliveries: 3, fullEvery: 2 })
  const empty = await clone(process.env.LAZARET_TEST_TEMPLATE as string)
  await prepare(withDatabase(server(), empty))
  const first = await clone(empty)
  await run(first, 0)
  const second = await clone(first)
  await run(second, 1)
  scenes.push(await sceneAt('the first run', 0, empty))
  scenes.push(await sceneAt('a delta', 1, first))
  scenes.push(await sceneAt('a later full delivery', 2, second))
}, 600_000)
afterAll(async () => {
  made?.remove()
  for (const name of databases) await drop(name)
}, 600_000)

/** Was it before or after the commit? Nothing else is allowed. */
async function sideOf(name: string, scene: Scene): Promise<'before' | 'after'> {
  const now = await exact(name)
  if (JSON.stringify(now) === JSON.stringify(scene.before)) return 'before'
  expect(await content(name)).toEqual(scene.once)
  return 'after'
}

/** The next run takes over, whatever was left. */
async function goesOn(name: string, scene: Scene, side: 'before' | 'after'): Promise<void> {
  await run(name, scene.delivery)
  expect(await content(name)).toEqual(side === 'before' ? scene.once : scene.twice)
  const left = await asking(name, (c) =>
    c.query(`SELECT id FROM quality.run WHERE status = 'running'`),
  )
  expect(left.rows).toEqual([])
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

describe.each([0, 1, 2])('scene %i', (index) => {
  it(`survives ${KILLS} kills`, { timeout: KILLS * 120_000 }, async () => {
    const scene = scenes[index] as Scene
    const told: string[] = []
    for (let n = 0; n < KILLS; n++) {
      const name = await clone(scene.template)
      const late = n % 4 === 3
      if (late) await asking(name, (c) => c.query(SLOW_END))
      const command = new RunningCommand(
        withDatabase(server(), name),
        made.dirs[scene.delivery] as string,
      )
      // Spread over loading, judging and the end.
      const step = late ? 'end' : pick(n % 4 === 0 ? STEPS.slice(0, 7) : STEPS.slice(7))
      if (late) await committed(name, command)
      else await command.reaches(step)
      await sleep(Math.random() * 60)
      command.kill()
      await command.ended
      await untilAlone(name)
      const side = await sideOf(name, scene)
      if (late) expect(side).toBe('after')
      told.push(`${step}: ${side}`)
      await goesOn(name, scene, side)
      await drop(name)
    }
    console.log(`${scene.title}: ${told.join(', ')}`)
  })

  /** What a command may say: that it does not know is true on either side of the commit. */
  const sayings = (side: 'before' | 'after') =>
    side === 'before'
      ? /^error: The connection to the database was lost \(.+\)(; nothing was changed| while run \d+ was being committed)/
      : /^error: (Run \d+ is committed, but its end could not be recorded: .+|The connection to the database was lost \(.+\) while run \d+ was being committed)/

  it('ends with one line when the server ends its session', { timeout: 600_000 }, async () => {
    const scene = scenes[index] as Scene
    for (const steps of [STEPS.slice(0, 7), STEPS.slice(7, 14), STEPS.slice(14)]) {
      const name = await clone(scene.template)
      const command = new RunningCommand(
        withDatabase(server(), name),
        made.dirs[scene.delivery] as string,
      )
      const step = pick(steps)
      await command.reaches(step)
      await sleep(Math.random() * 20)
      await asking(name, (c) =>
        c.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'lazaret-pipeline'`),
      )
      const { code, lines } = await command.ended
      await untilAlone(name)
      const side = await sideOf(name, scene)
      const errors = lines.filter((l) => !/^ *\d+ % |^note: /.test(l))
      if (code === 0)
        expect(side).toBe('after') // it was faster
      else {
        expect({ step, code, errors: errors.length }).toEqual({ step, code: 1, errors: 1 })
        expect(errors[0]).toMatch(sayings(side))
      }
      await goesOn(name, scene, side)
      await drop(name)
    }
  })
})

/** Waits for the moment after the commit. */
async function committed(name: string, command: RunningCommand): Promise<void> {
  await command.reaches('judge checks')
  await asking(name, async (client) => {
    for (;;) {
      const { rows } = await client.query(
        `SELECT 1 FROM quality.run WHERE status = 'committed' AND finished_at IS NULL`,
      )
      if (rows.length > 0) return
      await sleep(2)
    }
  })
}
