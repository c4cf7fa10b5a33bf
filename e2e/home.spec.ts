import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

test('a first start shows the run of the article, where every row is, and why', async ({
  page,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))

  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'order-to-cash' })).toBeVisible()
  await expect(page.getByText('Run 1 committed')).toBeVisible()

  const stock = page.getByRole('table', { name: 'Stock by rule' })
  await expect(stock.getByRole('row').filter({ hasText: 'VBRP_ORDEM_INEXISTENTE' })).toContainText(
    '259',
  )
  await expect(
    stock.getByRole('row').filter({ hasText: 'VBAP_QUANTIDADE_INVALIDA' }),
  ).toContainText('449')

  const counts = page.getByRole('table', { name: /Rows by dataset/ })
  const billed = counts.getByRole('row').filter({ hasText: 'faturas_venda_itens' })
  await expect(billed.getByRole('cell').nth(1)).toHaveText('86,446')
  await expect(billed.getByRole('cell').nth(2)).toHaveText('86,187')
  await expect(billed.getByRole('cell').nth(3)).toHaveText('259')

  await page.getByText(/Show the \d+ checks that hold/).click()
  await expect(page.getByRole('table', { name: 'Checks that hold' })).toBeVisible()
  expect(complaints).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page can be read by everybody (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/')
    await page.getByText(/Show the \d+ checks that hold/).click()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })
}

test('a narrow screen scrolls the tables, not the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})
