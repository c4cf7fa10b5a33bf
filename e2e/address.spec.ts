import { LOCALES } from '@/lib/shared/i18n/locales'
import { expect, fill, test, words } from './demo'

interface Domain {
  name: string
  alerts: number
}
const DOMAINS = `SELECT d.domain AS name, (SELECT count(*)::int FROM quality.alert a
    WHERE a.closed_at IS NULL AND a.domain = d.domain) AS alerts
  FROM quality.dataset_state d GROUP BY 1 ORDER BY 2 DESC, 1`

test('a link shows others the same domain, whatever they chose themselves', async ({
  as,
  demo,
}) => {
  const [first, ...others] = await demo.rows<Domain>(DOMAINS)
  const second = others.at(-1)
  if (!first || !second) throw new Error('the demo has one domain only')
  const page = await as('steward')
  await page.goto('/')
  // What is shown stands in the address, all of them too.
  await expect(page).toHaveURL(/domain=all/)
  await page.goto(`/?domain=${second.name}`)
  const menu = page.locator('header details').first()
  const nav = page.getByRole('navigation', { name: words('en').shell.navigation })
  await expect(page.locator('tr[data-line]').first()).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(0)
  await nav.getByRole('link', { name: words('en').shell.alerts }).click()
  await expect(page).toHaveURL(new RegExp(`/alerts\\?domain=${second.name}`))
  const badge = nav.getByRole('link', { name: words('en').shell.alerts })
  await expect(badge).toHaveText(second.alerts > 0 ? new RegExp(`${second.alerts}$`) : /Alerts$/)
  // Flow shows one domain at a time: it says which.
  await page.goto('/flow')
  await expect(page).toHaveURL(/domain=/)
  const shown = new URL(page.url()).searchParams.get('domain')
  await expect(page.getByLabel(words('en').shell.domain).last()).toHaveValue(shown ?? '')
  await expect(menu.locator('summary')).not.toContainText(words('en').shell.allDomains)
})

for (const locale of LOCALES) {
  test(`the way back keeps the figure and the range (${locale})`, async ({ as }) => {
    const t = words(locale)
    const page = await as('analyst', { locale })
    await page.goto('/impact?domain=order-to-cash&figure=dso')
    await page.locator('#rules tbody a').first().click()
    await expect(page).toHaveURL(/\/rules\//)
    await page.getByRole('link', { name: t.impact.backToImpact }).click()
    await expect(page).toHaveURL(/figure=dso.*#rules/)
    await page.goto('/flow?domain=order-to-cash&days=28&grain=day')
    await page.locator('dl a').first().click()
    await expect(page).toHaveURL(/\/flow\/rows/)
    await page.getByRole('link', { name: t.flow.moves.back }).click()
    await expect(page).toHaveURL(/days=28.*grain=day|grain=day.*days=28/)
  })

  test(`figures lead to their rows, and what is grey says why (${locale})`, async ({ as }) => {
    const t = words(locale)
    const page = await as('viewer', { locale })
    await page.goto('/?domain=order-to-cash')
    await expect(page.locator('tr[data-line]').first()).toBeVisible()
    const open = page.getByRole('main').locator('dl > div', { hasText: t.stock.openRows }).first()
    const count = (await open.locator('dd').first().textContent()) ?? ''
    await open.getByRole('link').click()
    await expect(page).toHaveURL(/\/flow\/rows\?kind=open/)
    await expect(page.getByRole('main')).toContainText(count)
    await page.goto('/rules/faturas_venda_itens/VBRP_ORDEM_INEXISTENTE')
    await page.locator('tr[data-line] [type=checkbox]').first().check()
    const needs = (role: keyof typeof t.shell.roles) =>
      fill(t.act.needsRole, { role: t.shell.roles[role] })
    const main = page.getByRole('main')
    await expect(main.getByText(needs('analyst'))).toBeVisible()
    await expect(main.getByText(needs('steward'))).toBeVisible()
  })
}

test('rules without open rows are folded, and unfolded on demand', async ({ as }) => {
  const t = words('en')
  const page = await as('viewer')
  await page.goto('/')
  const rows = page.locator('tr[data-line] [data-phone=figure]')
  await expect(rows.first()).toBeVisible()
  expect(await rows.allTextContents()).not.toContain('0')
  await page.getByText(t.stock.emptyRules.split('(')[0] as string).click()
  await expect(page).toHaveURL(/empty=true/)
  await expect(rows.getByText('0', { exact: true }).first()).toBeVisible()
})
