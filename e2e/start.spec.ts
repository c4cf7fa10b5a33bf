import { createServer } from 'node:net'
import { expect, test } from '@playwright/test'
import { picture } from './demo'
import {
  askToEnd,
  createAccount,
  freePort,
  PASSWORD,
  pidOf,
  type Started,
  startLazaret,
} from './supervisor'

test.skip(process.platform !== 'linux', 'looks at processes through /proc')

let started: Started | undefined
test.afterEach(() => {
  started?.process.kill('SIGKILL')
  started?.cleanUp()
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} ends everything cleanly`, async () => {
    started = await startLazaret()
    const page = await fetch(started.address)
    expect(await page.text()).toContain('Lazaret')
    askToEnd(started, signal)
    expect(await started.ended).toBe(0)
    expect(started.running()).toEqual([])
  })
}

for (const victim of ['npm start', 'pipeline/service/start/main.ts', 'next-server']) {
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
  await createAccount(started, 'viewer')
  await page.goto(started.address)
  await page.getByLabel('E-mail').fill('ada@example.org')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('No delivery has been run yet')).toBeVisible()

  process.kill(pidOf(started, 'keeper.mjs'), 'SIGKILL')
  // The open screen says so by itself, and keeps what it shows.
  await expect(page.getByRole('alert').filter({ hasText: 'does not answer' })).toBeVisible({
    timeout: 15_000,
  })
  const answer = await page.goto(started.address)
  expect(answer?.status()).toBe(500)
  await expect(page.getByRole('heading', { name: 'The database does not answer' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await picture(page, 'database-away')
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
