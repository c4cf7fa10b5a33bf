import { LOCALES } from '@/lib/shared/i18n/locales'
import { expect, test, words } from './demo'
import { PORTRAIT } from './walls'

for (const locale of LOCALES) {
  test(`a person finds the way out of the wall (${locale})`, async ({ as }) => {
    const t = words(locale)
    const page = await as('viewer', { locale, width: 1920, height: 1080 })
    await page.goto('/wall')
    await expect(page.getByTestId('wall-open')).toBeVisible()
    const out = page.locator('a', { hasText: t.wall.leave })
    await expect(out).toBeHidden()
    // Again and again: before the page is alive nobody listens.
    let x = 400
    await expect(async () => {
      await page.mouse.move(x++, 400)
      await expect(out).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(page.locator('main')).toHaveCSS('cursor', 'default')
    // Nobody moves any more.
    await expect(out).toBeHidden()
    await expect(page.locator('main')).toHaveCSS('cursor', 'none')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL((url) => url.pathname === '/')
  })
}

test('the largest sum stands first on the wall', async ({ as, demo }) => {
  const [largest] = await demo.rows<{ title: string }>(
    `SELECT r.title->>'en' AS title FROM quality.stock s
    JOIN quality.dataset_state d ON d.dataset = s.dataset
    JOIN quality.dataset r ON r.name = s.dataset
    GROUP BY s.dataset, s.currency, r.title ORDER BY abs(sum(s.amount)) DESC NULLS LAST LIMIT 1`,
  )
  const page = await as('viewer', { width: 1920, height: 1080 })
  await page.goto('/wall')
  await expect(page.locator('dl dt').first()).toHaveText(largest?.title ?? 'no money')
})

test('an upright wall is used from edge to edge', async ({ as }) => {
  const page = await as('viewer', PORTRAIT)
  await page.goto('/wall')
  await expect(page.getByTestId('wall-open')).toBeVisible()
  const texts = await page
    .locator('main :is(h2, li, dt, dd, p)')
    .evaluateAll((found) => found.map((node) => Number.parseFloat(getComputedStyle(node).fontSize)))
  // A fiftieth of the width, at least.
  expect(Math.min(...texts)).toBeGreaterThanOrEqual(1080 / 50)
  const bottom = await page
    .locator('main footer')
    .evaluate((node) => node.getBoundingClientRect().bottom)
  expect(bottom).toBeGreaterThan(0.95 * PORTRAIT.height)
})
