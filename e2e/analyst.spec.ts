import type { Page } from '@playwright/test'
import type { Locale } from '@/lib/shared/i18n/locales'
import { expect, fill, test, words } from './demo'

interface Ready {
  id: string
  customer: string
  waiting: number
}

/** An order whose customer has arrived meanwhile, with what waits behind it. */
const READY = `SELECT q.id::text AS id, q.customer, (SELECT count(DISTINCT c.id)::int
    FROM quality.quarantine_ref r JOIN quality.quarantine c ON c.id = r.quarantine_id
    WHERE r.parent = q.dataset AND r.parent_key = q.key_hash AND c.statut = 'A_TRAITER'
      AND r.state > 1) AS waiting
  FROM quality.quarantine q WHERE q.statut = 'A_TRAITER' AND q.ready
    AND q.rule = 'VBAK_CLIENTE_INEXISTENTE' ORDER BY q.id`

/** The figure of open rows on the stock screen. */
const openRows = async (page: Page, locale: Locale) =>
  Number(
    (
      await page
        .locator('dl > div', { hasText: words(locale).stock.openRows })
        .first()
        .locator('dd')
        .first()
        .textContent()
    )?.replace(/\D/g, ''),
  )

test('pt-BR: finds what is missing for a customer, replays it, watches it settle', async ({
  as,
  demo,
}) => {
  const t = words('pt-BR')
  const page = await as('analyst', { locale: 'pt-BR' })
  const [ready] = await demo.rows<Ready>(READY)
  if (!ready) throw new Error('the demo has no order that is ready')
  await page.goto('/')
  const before = await openRows(page, 'pt-BR')
  const [counted] = await demo.rows<{ n: number }>(
    `SELECT count(*)::int AS n FROM quality.quarantine WHERE statut = 'A_TRAITER'`,
  )
  expect(before).toBe(counted?.n)

  // Without leading zeros, as people say it.
  const search = page.getByRole('searchbox', { name: t.terms.search })
  await search.fill(ready.customer.replace(/^0+/, ''))
  await search.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Busca')
  const [money] = await demo.rows<{ amount: string }>(
    `SELECT sum(amount)::text AS amount FROM quality.quarantine
    WHERE statut = 'A_TRAITER' AND dataset = 'ordens_venda' AND customer = $1`,
    [ready.customer],
  )
  const shown = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 }).format(
    Number(money?.amount),
  )
  await expect(page.locator('dl').getByText(shown).first()).toBeVisible()

  await page.locator(`main a[href="/rows/${ready.id}"]`).click()
  await expect(page.getByText(t.row.readyNow)).toBeVisible()
  await page.getByRole('link', { name: t.act.replay }).click()
  await page.getByRole('button', { name: t.replays.preview }).dblclick()
  await page.waitForURL(/\/replays\/\d+$/)
  await expect(page.getByText(/seriam liberadas agora/)).toBeVisible({ timeout: 60_000 })
  const preview = page.url()
  const previews = await demo.rows<{ settled: number; cascaded: number }>(
    `SELECT settled, cascaded FROM quality.replay WHERE kind = 'preview'`,
  )
  expect(previews).toHaveLength(1)
  expect(previews[0]?.cascaded).toBeGreaterThanOrEqual(ready.waiting)

  // Twice the same wish is one replay.
  await page.getByRole('button', { name: /^Reprocessar \d+ agora/ }).dblclick()
  await page.waitForURL((url) => url.href !== preview)
  await expect(page.getByText(/liberadas/).first()).toBeVisible()
  await expect(page.getByText(t.replays.status.done)).toBeVisible({ timeout: 60_000 })
  const [settled] = await demo.rows<{ n: number; replays: number }>(
    `SELECT settled AS n, (SELECT count(*)::int FROM quality.replay WHERE preview_id IS NOT NULL) AS replays
    FROM quality.replay ORDER BY id DESC LIMIT 1`,
  )
  expect(settled).toEqual({ n: previews[0]?.settled, replays: 1 })
  expect(settled?.n).toBeGreaterThan(0)

  // Back to the preview, and a refresh: nothing starts again, and it says what became of it.
  await page.goBack()
  await page.reload()
  await expect(page.getByRole('link', { name: t.replays.seeReplay })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Reprocessar \d+ agora/ })).toHaveCount(0)
  await page.getByRole('link', { name: t.replays.seeReplay }).click()
  await page.waitForURL((url) => url.href !== preview)

  await page.getByText(t.replays.download).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^lazaret-replay-\d+\.csv$/)

  await page.getByRole('link', { name: t.shell.stock, exact: true }).click()
  await expect(async () => {
    expect(await openRows(page, 'pt-BR')).toBe(before - (settled?.n ?? 0))
  }).toPass({ timeout: 30_000 })
})

test('en, by keyboard alone: replays a line of the stock; a colleague sees it live', async ({
  as,
  demo,
}) => {
  const t = words('en')
  const page = await as('analyst')
  const colleague = await as('viewer', { locale: 'fr' })
  const [first] = await demo.rows<{ dataset: string; rule: string; n: number }>(
    `SELECT dataset, rule, count(*)::int AS n FROM quality.quarantine
    WHERE statut = 'A_TRAITER' AND ready AND rule LIKE '%CLIENTE_INEXISTENTE' GROUP BY 1, 2 ORDER BY 3 DESC, 2 LIMIT 1`,
  )
  if (!first) throw new Error('the demo has no rule with rows that are ready')
  await colleague.goto(`/rules/${first.dataset}/${first.rule}`)
  await expect(colleague.locator('[data-line]').first()).toBeVisible()
  const theirs = await colleague.locator('[data-line]').count()

  await page.goto('/')
  await expect(page.locator('[data-line]').first()).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: t.shell.keys.title })).toBeVisible()
  await page.keyboard.press('Escape')
  const link = page.locator(`main [data-line] a[href="/rules/${first.dataset}/${first.rule}"]`)
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(link).toBeFocused({ timeout: 50 })
  }).toPass({ timeout: 30_000 })
  await page.keyboard.press('r')
  await expect(page.getByRole('heading', { name: t.replays.newTitle })).toBeVisible()
  await tabTo(page, t.replays.preview)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/would be settled now/)).toBeVisible({ timeout: 60_000 })
  await tabTo(page, /^Replay \d+ now/)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^\d+ of \d+ settled/)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(fill(t.replays.status.done, {}))).toBeVisible()

  await expect(async () => {
    expect(await colleague.locator('[data-line]').count()).toBeLessThan(theirs)
  }).toPass({ timeout: 20_000 })
})

/** Tab until something with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name })
  await expect(button).toBeVisible()
  for (let i = 0; i < 60; i++) {
    if (await button.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached by Tab`)
}
