import type { Locator, Page } from '@playwright/test'
import { LOCALES } from '@/lib/shared/i18n/locales'
import { expect, test, words } from './demo'

/** Whether all of it stands inside the window. */
const isInView = (element: Locator) =>
  element.evaluate((node) => {
    const { top, bottom, left, right } = node.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth
  })

async function toEnd(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))))
}

for (const locale of LOCALES) {
  test(`header, filters and column heads stay in view (${locale})`, async ({ as }) => {
    const t = words(locale)
    const page = await as('steward', { locale, width: 1280, height: 720 })
    await page.goto('/')
    const table = page.getByRole('table', { name: t.stock.caption })
    await expect(table).toBeVisible()
    await toEnd(page)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200)
    for (const element of [
      page.getByRole('searchbox', { name: t.terms.search }),
      page.getByRole('navigation').getByRole('link', { name: t.shell.settings }),
      page.getByLabel(t.stock.filter),
      table.getByRole('columnheader', { name: t.terms.money }),
      table.getByRole('columnheader', { name: t.terms.owner }),
    ]) {
      expect.soft(`${await element.textContent()} ${await isInView(element)}`).toMatch(/true$/)
    }
    // What lies under the heads cannot be seen through them.
    const head = table.getByRole('columnheader', { name: t.terms.money })
    const top = await head.evaluate((node) => {
      const { left, top, width, height } = node.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('th') === node
    })
    expect(top).toBe(true)
  })
}

test('a table that is wider than its place says so, and scrolls below its own heads', async ({
  as,
  demo,
}) => {
  const [rule] = await demo.rows<{ rule: string }>(
    `SELECT rule FROM quality.stock WHERE dataset = 'faturas_venda_itens' GROUP BY 1
    ORDER BY sum(rows) DESC LIMIT 1`,
  )
  const t = words('en')
  const page = await as('steward', { width: 900, height: 700 })
  await page.goto(`/rules/faturas_venda_itens/${rule?.rule}`)
  const area = page.getByRole('region', { name: t.terms.rows })
  await expect(area).toHaveAttribute('data-overflows', 'true')
  await expect(page.getByTestId('more-right')).toBeVisible()
  await area.evaluate((node) => node.scrollTo(node.scrollWidth, node.scrollHeight))
  await expect(page.getByTestId('more-right')).toBeHidden()
  const head = area.getByRole('columnheader', { name: t.rule.place })
  const inside = await head.evaluate((node) => {
    const box = node.closest('section')?.getBoundingClientRect()
    const { top, right } = node.getBoundingClientRect()
    return box !== undefined && Math.abs(top - box.top) < 2 && right <= box.right + 1
  })
  expect(inside).toBe(true)
})

/** Address and text of a figure that must be readable there. */
const LISTS = ['/', '/replays', '/runs', '/flags', '/alerts', '/impact?domain=order-to-cash']

test('phones show lists: every value within the screen, with the title of its column', async ({
  as,
}) => {
  const t = words('en')
  const page = await as('steward', { width: 390, height: 844 })
  for (const address of LISTS) {
    await page.goto(address)
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('main').getByText(t.shell.loading)).toHaveCount(0)
    const cut = await page.locator('table.stack > tbody > tr > td').evaluateAll((cells) =>
      cells
        .map((cell) => ({ text: cell.textContent, box: cell.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.right > innerWidth || box.left < 0))
        .map(({ text }) => text),
    )
    expect.soft([address, ...cut]).toEqual([address])
    const current = page
      .getByRole('navigation', { name: t.shell.navigation })
      .locator('[aria-current=page]')
    expect.soft(`${address} ${await isInView(current)}`).toBe(`${address} true`)
  }
  await page.goto('/')
  const line = page.locator('tr[data-line]').first()
  const [figure, name] = await Promise.all(
    ['figure', 'name'].map((part) => line.locator(`[data-phone=${part}]`).boundingBox()),
  )
  expect(figure && name && figure.x < name.x).toBe(true)
  await expect(line.locator('td[data-label]').filter({ hasText: /R\$|€/ }).first()).toHaveAttribute(
    'data-label',
    t.terms.money,
  )
  // Sorting remains.
  await page.getByRole('columnheader', { name: t.terms.money }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-money/)
})
