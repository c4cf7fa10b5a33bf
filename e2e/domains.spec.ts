import { expect, test, words } from './demo'

const TITLES = `SELECT d.name, d.title, (SELECT coalesce(sum(s.rows), 0)::int FROM quality.stock s
    JOIN quality.dataset_state t ON t.dataset = s.dataset WHERE t.domain = d.name) AS open
  FROM quality.domain d WHERE EXISTS (SELECT FROM quality.run r WHERE r.domain = d.name) ORDER BY 1`
interface Domain {
  name: string
  title: Record<string, string>
  open: number
}

for (const locale of ['en', 'pt-BR', 'fr'] as const) {
  test(`the stock of all domains stands together, by domain or by size (${locale})`, async ({
    as,
    demo,
  }) => {
    const t = words(locale)
    const domains = (await demo.rows<Domain>(TITLES)).filter(({ open }) => open > 0)
    expect(domains.length).toBeGreaterThan(1)
    const page = await as('viewer', { locale })
    await page.goto('/')
    const table = page.getByRole('table', { name: t.stock.caption })
    for (const { title, open } of domains) {
      const head = table.getByRole('rowheader', { name: title[locale] })
      await expect(head).toContainText(new Intl.NumberFormat(locale).format(open))
    }
    await page.getByLabel(t.stock.group).uncheck()
    await expect(page).toHaveURL(/group=none/)
    await expect(table.getByRole('rowheader')).toHaveCount(0)
    const counts = await table.locator('[data-line] td:nth-child(2)').allInnerTexts()
    const numbers = counts.map((text) => Number(text.replace(/\D/g, '')))
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    // A link shows a colleague the same view; the filter knows domains by their names.
    await page.getByLabel(t.stock.filter).fill(domains[0]?.title[locale] ?? '')
    await expect(page).toHaveURL(/filter=/)
    await page.reload()
    await expect(page.getByLabel(t.stock.group)).not.toBeChecked()
    await expect(table.locator('[data-line]').first()).toContainText(
      domains[0]?.title[locale] ?? '',
    )
  })
}

test('the domain switch keeps the screen, whatever its address said', async ({ as, demo }) => {
  const domains = await demo.rows<Domain>(TITLES)
  const [first, second] = domains
  if (!first || !second) throw new Error('the demo has one domain only')
  const page = await as('viewer')
  for (const address of [
    '/',
    '/flow',
    `/flow?domain=${first.name}`,
    '/alerts',
    '/runs',
    '/replays',
  ]) {
    await page.goto(address)
    const menu = page.locator('header details').first()
    await menu.locator('summary').click()
    await menu.getByRole('button', { name: second.title.en, exact: true }).click()
    await expect(menu.locator('summary')).toContainText(second.title.en ?? '')
    await expect(page).toHaveURL((url) => url.pathname === address.split('?')[0])
    if (address.startsWith('/flow'))
      await expect(page.getByLabel(words('en').shell.domain).last()).toHaveValue(second.name)
    await menu.locator('summary').click()
    await menu.getByRole('button', { name: words('en').shell.allDomains }).click()
    // The flow shows one domain at a time, and the header says which.
    const summary = expect(menu.locator('summary'))
    if (address.startsWith('/flow')) await summary.not.toContainText(second.title.en ?? '')
    else await summary.toContainText(words('en').shell.allDomains)
  }
})

test('a search finds the rows of every domain, whichever is looked at', async ({ as, demo }) => {
  const samples = await demo.rows<{ domain: string; id: string; key: string }>(
    `SELECT DISTINCT ON (d.domain) d.domain, q.id::text AS id, q.key_text AS key
    FROM quality.quarantine q JOIN quality.dataset_state d ON d.dataset = q.dataset
    WHERE q.statut = 'A_TRAITER' AND length(q.key_text) > 5 ORDER BY d.domain, q.id`,
  )
  expect(samples.length).toBeGreaterThan(1)
  const page = await as('analyst')
  for (const { id, key } of samples) {
    await page.goto(`/search?q=${encodeURIComponent(key)}`)
    await expect(page.locator(`a[href="/rows/${id}"]`)).toBeVisible()
  }
})

test('by keyboard: each chart of the flow leads to its rows through its table', async ({ as }) => {
  const t = words('fr')
  const page = await as('viewer', { locale: 'fr' })
  for (const chart of [t.flow.chart, t.flow.cumulative, t.flow.ages]) {
    await page.goto('/flow')
    const section = page.locator('section', { has: page.getByRole('heading', { name: chart }) })
    const summary = section.last().locator('summary')
    await summary.focus()
    await page.keyboard.press('Enter')
    const link = section.last().getByRole('table').getByRole('link').first()
    const count = (await link.textContent())?.trim() ?? ''
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(link).toBeFocused({ timeout: 50 })
    }).toPass()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/flow\/rows\?/)
    // The figure and the list behind it agree.
    await expect(page.getByRole('main')).toContainText(count)
  }
})

test('a row shows what was received beside what was read of it', async ({ as, demo }) => {
  const [row] = await demo.rows<{ id: string; field: string; raw: string; locale: string }>(
    `SELECT q.id::text AS id, x->>'field' AS field, p.raw->>(x->>'field') AS raw
    FROM quality.quarantine q JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    CROSS JOIN LATERAL jsonb_array_elements(quality.typed_values(q.id)) x
    WHERE q.statut <> 'SOLDEE' AND (x->>'bad')::boolean ORDER BY q.id LIMIT 1`,
  )
  if (!row) throw new Error('the demo has no value that cannot be read')
  const page = await as('steward', { locale: 'pt-BR' })
  const t = words('pt-BR').row
  await page.goto(`/rows/${row.id}`)
  const line = page.locator(`tr[data-field="${row.field}"]`)
  await expect(line).toContainText(row.raw)
  await expect(line).toContainText(t.unreadable.split('{')[0] as string)
  await expect(line).toContainText('■')
  await expect(page.getByRole('columnheader', { name: t.typed })).toBeVisible()
})
