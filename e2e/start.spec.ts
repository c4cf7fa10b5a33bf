import { createServer } from 'node:net'
import { expect, test } from '@playwright/test'
import { freePort, type Started, startLazaret } from './supervisor'

test.skip(process.platform !== 'linux', 'looks at processes through /proc')

let started: Started | undefined
test.afterEach(() => {
  started?.process.kill('SIGKILL')
  started?.cleanUp()
})

const pidOf = ({ running }: Started, what: string) =>
  Number.parseInt(running().find((line) => line.includes(what)) ?? '', 10)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} to npm ends everything cleanly`, async () => {
    started = await startLazaret()
    const page = await fetch(started.address)
    expect(await page.text()).toContain('Lazaret')
    started.process.kill(signal)
    expect(await started.ended).toBe(0)
    expect(started.running()).toEqual([])
  })
}

for (const victim of ['npm start', 'pipeline/start/main.ts', 'next-server']) {
  test(`nothing is left when ${victim} is killed`, async () => {
    started = await startLazaret()
    process.kill(pidOf(started, victim), 'SIGKILL')
    await expect.poll(started.running, { timeout: 10_000 }).toEqual([])
  })
}

test('an empty database is said to be empty, one that is away is said to be away', async ({
  page,
}) => {
  started = await startLazaret()
  await page.goto(started.address)
  await expect(page.getByText('No delivery has been run yet')).toBeVisible()

  process.kill(pidOf(started, 'keeper.mjs'), 'SIGKILL')
  await expect(async () => {
    await page.goto(started?.address ?? '')
    await expect(page.getByText('The database is away')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 10_000 })
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('a taken port is named before anything is started', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  started = await startLazaret({ PORT: String(port) })
  expect(await started.ended).toBe(1)
  expect(started.output()).toContain(`Port ${port} is already in use`)
  expect(started.output()).toContain('PORT=')
  other.close()
})

test('a setting that makes no sense is named', async () => {
  started = await startLazaret({ LAZARET_TIMEZONE: 'Mars/Olympus' })
  expect(await started.ended).toBe(1)
  expect(started.output()).toContain('LAZARET_TIMEZONE must be an IANA time zone')
})
