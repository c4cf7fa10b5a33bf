/** R27 from arrival to declaration: a contract before its holder, the holder, the replay, the file. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Download, Page } from '@playwright/test'
import type { Locale } from '@/lib/shared/i18n/locales'
import { expect, fill, picture, pipeline, test, words } from './demo'

const R27 = 'R27_TITULAIRE_NON_RATTACHE'
type Demo = Parameters<typeof pipeline>[0]

const contract = (id: string, holder: string) => ({
  'contrats.csv': `id_contrat,id_personne,date_effet,montant,devise\n${id},${holder},2026-11-01,1234.50,EUR\n`,
})
const holder = (id: string) => ({
  'referentiel_personnes.csv': `id_personne,nom_titulaire\n${id},"Zola, Zoé"\n`,
})

function write(folder: string, files: Record<string, string>): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
}

/** Puts a delivery into the inbox, `_READY` last, as a transfer does. */
function putIntoInbox(name: string, files: Record<string, string>): void {
  const folder = path.join(process.env.E2E_DATA as string, 'inbox', 'declaratif', name)
  write(folder, files)
  writeFileSync(path.join(folder, '_READY'), '{"mode": "delta"}')
}

/** The same from the terminal. @returns the exit code. */
async function run(demo: Demo, files: Record<string, string>): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lazaret-declared-'))
  try {
    write(folder, files)
    const args = ['run', 'declaratif', '--input', folder, '--mode', 'delta']
    return (await pipeline(demo, ...args)).code
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const rowOf = async (demo: Demo, key: string) =>
  (
    await demo.rows<{ id: string; rule: string; statut: string; ready: boolean }>(
      `SELECT id::text AS id, rule, statut, ready FROM quality.quarantine
      WHERE dataset = 'contrats' AND key_text = $1`,
      [key],
    )
  )[0]

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

const bytesOf = async (download: Download) => readFileSync(await download.path())

async function downloaded(page: Page, name: string): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name }).click()
  return bytesOf(await download)
}

/** A figure of the equation, as the page shows it. */
const figure = async (page: Page, label: string) =>
  Number(
    (
      await page
        .locator('dl div', { has: page.locator('dt', { hasText: label }) })
        .last()
        .locator('dd')
        .textContent()
    )?.replace(/\D/g, ''),
  )

for (const [locale, theme] of [
  ['fr', 'dark'],
  ['en', 'light'],
] as const satisfies [Locale, 'light' | 'dark'][]) {
  test(`${locale}: a contract before its holder, the replay, and the declaration that has it`, async ({
    as,
    demo,
  }) => {
    test.slow()
    const t = words(locale)
    const page = await as('steward', { locale, theme })
    // Another one each time, so that the same demo will do again.
    const key = `E2E-${locale}-${Date.now()}`
    const person = `P-${key}`

    // It arrives without its holder: through the inbox, or from the terminal.
    if (locale === 'fr') putIntoInbox(`${key}-1`, contract(key, person))
    else expect(await run(demo, contract(key, person))).toBe(0)
    await expect
      .poll(async () => (await rowOf(demo, key))?.statut, { timeout: 200_000 })
      .toBe('A_TRAITER')
    const row = await rowOf(demo, key)
    expect(row?.rule).toBe(R27)
    await page.goto('/')
    await page.locator(`main a[href="/rules/contrats/${R27}"]`).first().click()
    await expect(page.getByText(R27).first()).toBeVisible()
    await page.goto(`/rows/${row?.id}`)
    await expect(page.getByText(person).first()).toBeVisible()

    // Declared meanwhile, it is accounted for, not declared.
    const first = await produced(page, locale)
    const csv = (await downloaded(page, t.declarations.downloadFile)).toString('utf8')
    expect(csv).not.toContain(`${key},`)
    expect(await figure(page, t.declarations.figures.open)).toBeGreaterThan(0)
    await expect(page.getByRole('table').first()).toContainText(R27)

    // The reference catches up; a person replays what is ready.
    if (locale === 'fr') putIntoInbox(`${key}-2`, holder(person))
    else expect(await run(demo, holder(person))).toBe(0)
    await expect.poll(async () => (await rowOf(demo, key))?.ready, { timeout: 200_000 }).toBe(true)
    await page.goto(`/replays/new?domain=declaratif&ids=${row?.id}`)
    await page.getByRole('button', { name: t.replays.preview }).click()
    await page.getByRole('button', { name: fill(t.replays.execute, { n: 1 }) }).click()
    await expect
      .poll(async () => (await rowOf(demo, key))?.statut, { timeout: 60_000 })
      .toBe('SOLDEE')

    const second = await produced(page, locale)
    expect(second).not.toBe(first)
    await expectCertificate(page, locale, demo, key)
    await expectAccessible(page)
    await picture(page, `certificate-${theme}-${locale}`)
    await page.goto('/declarations')
    await expect(page.locator(`a[href="/declarations/${second}"]`)).toBeVisible()
    await expectAccessible(page)
    await picture(page, `declarations-${theme}-${locale}`)
  })
}

/** Asks for a declaration, clicking twice, and waits for its certificate. @returns its number. */
async function produced(page: Page, locale: Locale): Promise<number> {
  const t = words(locale)
  await page.goto('/declarations')
  await page.getByRole('button', { name: t.declarations.produce }).dblclick()
  await page.waitForURL(/\/declarations\/\d+$/)
  const heading = page.getByRole('heading', { level: 1, name: t.declarations.certificate })
  await expect(heading).toBeVisible({ timeout: 60_000 })
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}

/** File, hash and figures against the tables themselves. */
async function expectCertificate(page: Page, locale: Locale, demo: Demo, key: string) {
  const t = words(locale)
  const file = await downloaded(page, t.declarations.downloadFile)
  const sha256 = createHash('sha256').update(file).digest('hex')
  await expect(page.getByText(sha256)).toBeVisible()
  expect(file.toString('utf8')).toContain(`${key},P-${key},"Zola, Zoé",2026-11-01,1234.50,EUR\r\n`)
  const [counted] = await demo.rows<Record<'declared' | 'open' | 'closed', number>>(`SELECT
    (SELECT count(*)::int FROM silver.contrats) AS declared,
    count(*) FILTER (WHERE statut = 'A_TRAITER')::int AS open,
    count(*) FILTER (WHERE statut = 'CLASSEE')::int AS closed
    FROM quality.quarantine WHERE dataset = 'contrats'`)
  const shown = {
    declared: await figure(page, t.declarations.figures.declared),
    open: await figure(page, t.declarations.figures.open),
    closed: await figure(page, t.declarations.figures.closed),
  }
  expect(file.toString('utf8').trimEnd().split('\r\n')).toHaveLength(1 + (counted?.declared ?? 0))
  const certificate = JSON.parse(
    (await downloaded(page, t.declarations.downloadCertificate)).toString('utf8'),
  )
  expect(certificate.output.sha256).toBe(sha256)
  const { collected, declared, open, closed, duplicates } = certificate.figures
  expect({ declared, open, closed }).toEqual(counted)
  expect(shown).toEqual(counted)
  expect(collected).toBe(declared + open + closed + duplicates)
  expect(await figure(page, t.declarations.figures.collected)).toBe(collected)
  expect(certificate.checks.every((c: { ok: boolean }) => c.ok)).toBe(true)
  // On paper there is the certificate, and nothing to click.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('link', { name: t.declarations.downloadFile })).toBeHidden()
  await expect(page.getByText(sha256)).toBeVisible()
  await page.emulateMedia({ media: null })
}

test('after a refused run nothing can be declared, and the screen says why', async ({
  as,
  demo,
}) => {
  const t = words('pt-BR')
  const broken = { 'contrats.csv': 'id_contrat,montant\nX,1\n' }
  expect(await run(demo, broken)).toBe(2)
  const refused = await pipeline(demo, 'declaration', 'declaratif', '--json')
  expect(refused.code).toBe(3)
  const page = await as('steward', { locale: 'pt-BR' })
  await page.goto('/declarations')
  const [latest] = await demo.rows<{ id: number }>(
    `SELECT max(id) AS id FROM quality.run WHERE domain = 'declaratif'`,
  )
  const why = fill(t.declarations.obstacle.run_refused, { run: latest?.id ?? '' })
  await expect(page.getByText(why)).toBeVisible()
  const button = page.getByRole('button', { name: t.declarations.produce })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAttribute('title', t.declarations.cannot)
  await picture(page, 'declarations-refused-pt-BR')
  const [declaration] = await demo.rows<{ id: number }>(
    'SELECT max(id) AS id FROM quality.declaration',
  )
  await page.goto(`/declarations/${declaration?.id}`)
  await expect(
    page.getByRole('alert').filter({ hasText: t.declarations.notProduced }),
  ).toBeVisible()
  expect(await run(demo, contract('E2E-PT', 'P00000001'))).toBe(0)
  await page.goto('/declarations')
  await expect(button).toBeEnabled()

  const viewer = await as('viewer', { locale: 'pt-BR' })
  await viewer.goto('/declarations')
  const denied = viewer.getByRole('button', { name: t.declarations.produce })
  await expect(denied).toBeDisabled()
  await expect(denied).toHaveAttribute('title', new RegExp(t.shell.roles.steward))
})
