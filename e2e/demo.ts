/** The demo as its people see it: sessions of each role, its database, the command line. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import pg from 'pg'
import { DEMO_ACCOUNTS } from '@/lib/shared/auth/accounts'
import { ROLES, type Role } from '@/lib/shared/auth/permissions'
import { withDatabase } from '@/lib/shared/db/connect'
import { acquireServer } from '@/lib/shared/db/embedded'
import { LOCALE_COOKIE, type Locale } from '@/lib/shared/i18n/locales'
import { messagesFor } from '@/lib/shared/i18n/messages'
import { THEME_COOKIE } from '@/lib/views/theme'

export { expect }

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

interface Look {
  locale?: Locale
  theme?: 'light' | 'dark'
  width?: number
  height?: number
}

interface Demo {
  url: string
  rows<T>(sql: string, values?: unknown[]): Promise<T[]>
}

interface Fixtures {
  /** A page of somebody who is signed in; ends with the test, which fails on console errors. */
  as(role: Role, look?: Look): Promise<Page>
}
interface WorkerFixtures {
  sessions: Record<Role, Session>
  demo: Demo
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  sessions: [
    async ({ browser }, use) => {
      const sessions: Partial<Record<Role, Session>> = {}
      for (const role of ROLES) {
        const context = await browser.newContext({ baseURL: baseUrl() })
        const page = await context.newPage()
        await page.goto('/sign-in')
        const email = DEMO_ACCOUNTS.find((account) => account.role === role)?.email
        const form = page.locator('form', { has: page.locator(`input[value="${email}"]`) })
        await form.getByRole('button').click()
        await page.waitForURL((url) => url.pathname === '/')
        sessions[role] = await context.storageState()
        await context.close()
      }
      await use(sessions as Record<Role, Session>)
    },
    { scope: 'worker' },
  ],
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: this is how Playwright wants it
    async ({}, use) => {
      const server = await acquireServer({ folder: process.env.E2E_DATA })
      const url = withDatabase(server.url, 'lazaret_demo')
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      await client.connect()
      await use({ url, rows: async (sql, values) => (await client.query(sql, values)).rows })
      await client.end()
      await server.release()
    },
    { scope: 'worker' },
  ],
  as: async ({ browser, sessions }, use) => {
    const complaints: string[] = []
    const contexts: BrowserContext[] = []
    await use(async (role, look = {}) => {
      const context = await browser.newContext(contextFor(sessions[role], look))
      contexts.push(context)
      const page = await context.newPage()
      page.on('console', (message) => {
        // That there is no such page is no fault of the page that says so.
        if (message.location().url === page.url() && message.text().includes(' 404 ')) return
        if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
      return page
    })
    for (const context of contexts) await context.close()
    expect(complaints).toEqual([])
  },
})

const baseUrl = () => `http://127.0.0.1:${process.env.E2E_PORT}`

function contextFor(session: Session, look: Look): BrowserContextOptions {
  const { locale = 'en', theme = 'light', width = 1280, height = 800 } = look
  const cookie = (name: string, value: string) => ({
    name,
    value,
    domain: '127.0.0.1',
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax' as const,
  })
  return {
    baseURL: baseUrl(),
    viewport: { width, height },
    locale: locale === 'en' ? 'en-US' : locale,
    reducedMotion: 'reduce',
    storageState: {
      ...session,
      cookies: [...session.cookies, cookie(LOCALE_COOKIE, locale), cookie(THEME_COOKIE, theme)],
    },
  }
}

/** The texts of a language. */
export const words = (locale: Locale) => messagesFor(locale)

/** A text with its figures filled in; plurals are not. */
export const fill = (text: string, figures: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_, name) => String(figures[name]))

/** The command line on the demo's database. @returns exit code and what it printed. */
export async function pipeline(demo: Demo, ...args: string[]) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'pipeline/tools/cli/main.ts', ...args],
    {
      env: { ...process.env, DATABASE_URL: demo.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

/** Delivers rows of one source as changes, as an extract would bring them. */
export async function deliver(demo: Demo, source: string, rows: Record<string, string | null>[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lazaret-delivery-'))
  try {
    const columns = Object.keys(rows[0] ?? {})
    const line = (cells: (string | null | undefined)[]) =>
      cells.map((cell) => `"${(cell ?? '').replaceAll('"', '""')}"`).join(',')
    const text = [line(columns), ...rows.map((row) => line(columns.map((c) => row[c])))].join('\n')
    writeFileSync(path.join(folder, `${source}.csv`), `${text}\n`)
    return await pipeline(demo, 'run', 'order-to-cash', '--input', folder, '--mode', 'delta')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A screenshot for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync('test-results/screens', { recursive: true })
  await page.screenshot({ path: `test-results/screens/${name}.png` })
}
