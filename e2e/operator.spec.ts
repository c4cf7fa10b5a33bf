import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import pg from 'pg'
import { withDatabase } from '@/lib/shared/db/connect'
import { acquireServer, type Server } from '@/lib/shared/db/embedded'
import type { Locale } from '@/lib/shared/i18n/locales'
import { fill, picture, words } from './demo'
import {
  askToEnd,
  createAccount,
  PASSWORD,
  pidOf,
  runPipeline,
  type Started,
  startLazaret,
} from './supervisor'
import { cutOff, heroHeights, WALL_SIZES } from './walls'

test.skip(process.platform !== 'linux', 'looks at processes through /proc')
test.describe.configure({ mode: 'serial' })

/** An app of its own: its database is stopped, which others must not feel. */
let app: Started
let server: Server | undefined
const complaints: string[] = []

test.beforeAll(async () => {
  test.setTimeout(240_000)
  app = await startLazaret()
  await createAccount(app, 'administrator')
  const folder = mkdtempSync(path.join(tmpdir(), 'lazaret-wall-'))
  try {
    await runPipeline(app, 'generate', 'order-to-cash', '--out', folder, '--scale', '0.01')
    const ago = new Date(Date.now() - 30 * 86_400_000).toISOString()
    await runPipeline(app, 'run', 'order-to-cash', '--input', folder, '--as-of', ago)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
test.afterAll(async () => {
  if (app) askToEnd(app, 'SIGTERM')
  await app?.ended
  await server?.release()
  app?.cleanUp()
})

/** A screen that nobody has signed in on. */
async function screen(
  browser: Browser,
  size: { width: number; height: number } = WALL_SIZES[0],
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: size, baseURL: app.address })
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  return { context, page }
}

/** The administrator at the settings. */
async function settings(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const desk = await screen(browser, { width: 1280, height: 800 })
  await desk.page.goto('/sign-in?to=/settings')
  await desk.page.getByLabel('E-mail').fill('ada@example.org')
  await desk.page.getByLabel('Password').fill(PASSWORD)
  await desk.page.getByRole('button', { name: 'Sign in' }).click()
  return desk
}

/** An administrator makes the link of a screen. */
async function makeLink(browser: Browser, name: string, locale: Locale): Promise<string> {
  const { context, page } = await settings(browser)
  const t = words('en').settings.devices
  await page.getByLabel(t.name).fill(name)
  const form = page.locator('form', { has: page.getByLabel(t.name) })
  await form.getByRole('combobox').selectOption(locale)
  await form.getByRole('button', { name: t.create }).click()
  const link = await page.getByLabel(fill(t.link, { name })).inputValue()
  await context.close()
  return link
}

interface Figures {
  open: number
  ready: number
  in7d: number
  out7d: number
  days: number
}

/** What somebody would ask the tables by hand. */
async function bySql(): Promise<Figures> {
  const joined = await acquireServer({ folder: app.folder })
  const client = new pg.Client({ connectionString: withDatabase(joined.url, 'lazaret') })
  await client.connect()
  try {
    const week = `e.at >= ((now() AT TIME ZONE w.time_zone)::date - 6) AT TIME ZONE w.time_zone`
    const { rows } = await client.query<Figures>(`SELECT
      count(*) FILTER (WHERE statut = 'A_TRAITER')::int AS open,
      count(*) FILTER (WHERE statut = 'A_TRAITER' AND ready)::int AS ready,
      (SELECT count(*)::int FROM quality.quarantine_event e, quality.workspace w
        WHERE e.kind IN ('ENTERED', 'REOPENED') AND ${week}) AS in7d,
      (SELECT count(*)::int FROM quality.quarantine_event e, quality.workspace w
        WHERE e.kind = 'EXITED' AND ${week}) AS out7d,
      floor(extract(epoch FROM now() - min(first_seen) FILTER (WHERE statut = 'A_TRAITER')) / 86400)::int AS days
      FROM quality.quarantine`)
    return rows[0] as Figures
  } finally {
    await client.end()
    await joined.release()
  }
}

for (const locale of ['pt-BR', 'fr'] as const) {
  test(`a device link opens the wall, whole at both sizes, with the figures of SQL (${locale})`, async ({
    browser,
  }) => {
    const t = words(locale)
    const link = await makeLink(browser, `hall ${locale}`, locale)
    const token = new URL(link).pathname.split('/').at(-1) as string
    const sql = await bySql()
    for (const size of WALL_SIZES) {
      const { context, page } = await screen(browser, size)
      await page.goto(link)
      // The token has gone from the address into a cookie that scripts cannot read.
      expect(new URL(page.url()).pathname).toBe('/wall')
      expect(page.url()).not.toContain(token)
      const cookie = (await context.cookies()).find(({ value }) => value === token)
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
      expect(await page.evaluate(() => document.cookie)).not.toContain(token)

      const open = page.getByTestId('wall-open')
      const count = (n: number) => new Intl.NumberFormat(locale).format(n)
      await expect(open.getByRole('heading')).toHaveText(t.wall.open)
      await expect(open.getByRole('paragraph').first()).toHaveText(count(sql.open))
      await expect(open).toContainText(fill(t.wall.ready, { n: count(sql.ready) }))
      const oldest = fill(t.terms.ages.short, { n: sql.days })
      await expect(page.locator('section', { hasText: t.wall.oldest }).first()).toContainText(
        oldest,
      )
      const week = page.locator('section', { hasText: t.wall.week })
      await expect(week).toContainText(`+${count(sql.in7d)} −${count(sql.out7d)}`)

      expect(await cutOff(page)).toEqual([])
      expect(await page.locator('main section').count()).toBeLessThanOrEqual(7)
      const heights = await heroHeights(page)
      expect(heights).toHaveLength(3)
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(0.1)
      // Nobody touches it: no pointer, nothing that takes the focus.
      expect(
        await page.evaluate(
          () => getComputedStyle(document.body.querySelector('main') as Element).cursor,
        ),
      ).toBe('none')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
      await picture(page, `wall-own-${size.height}-${locale}`)
      // Read-only: the device is nobody elsewhere.
      await page.goto('/')
      await expect(page).toHaveURL(/sign-in/)
      await context.close()
    }
    expect(complaints).toEqual([])
  })
}

test('the database goes and comes back: the wall says how old its figures are, and recovers', async ({
  browser,
}) => {
  const t = words('en').wall
  const link = await makeLink(browser, 'hall', 'en')
  const { context, page } = await screen(browser)
  await page.clock.install()
  await page.goto(link)
  const wall = page.getByRole('main')
  const before = await bySql()
  await expect(page.getByTestId('wall-open')).toContainText(String(before.open))
  await expect(wall).not.toHaveAttribute('data-stale')

  await page.evaluate(() => document.body.setAttribute('data-untouched', 'yes'))
  const asked = () => page.waitForResponse((response) => response.url().endsWith('/api/wall'))
  const away = page.waitForResponse((response) => response.status() === 503, { timeout: 60_000 })
  process.kill(pidOf(app, 'keeper.mjs'), 'SIGKILL')
  await away
  // Under a minute old they stand as they are.
  await expect(wall).not.toHaveAttribute('data-stale')
  await page.clock.fastForward(61_000)
  await expect(wall).toHaveAttribute('data-stale', 'amber')
  await expect(wall.getByRole('alert')).toContainText(t.reason.database)
  await expect(page.getByTestId('wall-open')).toContainText(String(before.open))
  await asked()
  await page.clock.fastForward(4 * 60_000)
  await expect(wall).toHaveAttribute('data-stale', 'vermilion')
  await expect(wall.getByRole('alert')).toContainText(
    fill(t.stale, { age: fill(t.minutes, { n: 5 }), reason: t.reason.database }),
  )
  expect(await cutOff(page)).toEqual([])
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await picture(page, 'wall-stale')

  server = await acquireServer({ folder: app.folder })
  await expect(wall).not.toHaveAttribute('data-stale', { timeout: 60_000 })
  await expect(wall.getByRole('alert')).toHaveCount(0)
  await expect(page.getByTestId('wall-open')).toContainText(String((await bySql()).open))

  await expect(page.locator('body')).toHaveAttribute('data-untouched', 'yes')
  expect(complaints).toEqual([])
  await context.close()
})

test('a revoked device is sent away, at once and for good', async ({ browser }) => {
  const t = words('fr')
  const link = await makeLink(browser, 'to be revoked', 'fr')
  const { context, page } = await screen(browser)
  await page.goto(link)
  await expect(page.getByTestId('wall-open')).toBeVisible()

  const admin = await settings(browser)
  const revoke = admin.page.getByRole('button', { name: /Revoke: to be revoked/ })
  await revoke.click()
  await revoke.click()
  await expect(admin.page.getByText(/^revoked /)).toBeVisible()
  await admin.context.close()

  await expect(page.getByRole('heading', { name: t.wall.closed })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByTestId('wall-open')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: t.wall.closed })).toBeVisible()
  expect((await page.goto(link))?.status()).toBe(404)
  await context.close()
})
