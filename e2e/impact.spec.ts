import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type { Locale } from '@/lib/shared/i18n/locales'
import { deliver, expect, test, words } from './demo'

/** Exact money, as the screen writes it. */
const money = (amount: string, locale: Locale) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' }).format(
    amount as unknown as number,
  )
const count = (n: number | string, locale: Locale) =>
  new Intl.NumberFormat(locale).format(Number(n))

/** Open titles that wait, counted from what arrived: those of BSID. By rule. */
const WAITING = `SELECT q.rule, count(*)::int AS n, coalesce(sum(q.amount), 0)::text AS amount
  FROM quality.quarantine q LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
  WHERE q.dataset = 'titulos_receber' AND q.statut <> 'SOLDEE' AND q.currency = 'BRL'
    AND p.source = 'BSID' GROUP BY 1 ORDER BY 2 DESC, 1`
interface Waiting {
  rule: string
  n: number
  amount: string
}

/** Texts of a row's cells. */
const cells = async (row: Locator) =>
  (await row.getByRole('cell').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '))
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

async function openImpact(page: Page, more = '') {
  await page.goto(`/impact?domain=order-to-cash&currency=BRL${more}`)
  await expect(page.locator('#rules')).toBeVisible()
}

test('en: every figure and what it lacks equal a query; from the figure to the rows and back', async ({
  as,
  demo,
}) => {
  test.slow()
  const t = words('en')
  const page = await as('analyst')
  await openImpact(page)
  const [whole] = await demo.rows<Record<string, string>>(
    `SELECT to_jsonb(k) - 'data_corte' AS k, k.* FROM gold.kpis_gerais k WHERE moeda = 'BRL'`,
  )
  const [key] = await demo.rows<{ day: string }>(
    `SELECT key_date::text AS day FROM quality.gold_refresh WHERE domain = 'order-to-cash' ORDER BY id DESC LIMIT 1`,
  )
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(key?.day ?? ''),
  )
  await expect(page.getByText(`Key date ${day}`)).toBeVisible()

  await page.locator('summary', { hasText: `${t.impact.figures} (` }).click()
  const covered = await demo.rows<{ set: string; n: number; held: number; amount: string }>(
    `SELECT conjunto AS set, linhas AS n, linhas_retidas AS held, valor_retido::text AS amount
    FROM gold.cobertura WHERE tabela = 'kpis_gerais' AND moeda = 'BRL'`,
  )
  const figures = await demo.rows<{ column: string; kind: string; rests: string[] }>(
    `SELECT f.* FROM quality.gold_table g CROSS JOIN LATERAL
      jsonb_to_recordset(g.figures) AS f("column" text, kind text, rests text[])
    WHERE g.name = 'kpis_gerais'`,
  )
  expect(figures.length).toBeGreaterThan(5)
  for (const { column, kind, rests } of figures) {
    const lines = page.locator(`tr[data-figure=${column}]`)
    await expect(lines).toHaveCount(rests.length)
    for (const [i, set] of rests.entries()) {
      const found = await cells(lines.nth(i))
      const of = covered.find((c) => c.set === set)
      expect(found[3]).toBe(count(of?.n ?? 0, 'en'))
      expect(found[4]).toBe(count(of?.held ?? 0, 'en'))
      expect(found[6]).toBe(plain(money(of?.amount ?? '0', 'en')))
      if (i > 0) continue
      const value = whole?.[column] ?? null
      const two = new Intl.NumberFormat('en', {
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      })
      const text = {
        money: money(value ?? '0', 'en'),
        count: count(value ?? 0, 'en'),
        percent: `${two.format(Number(value))}%`,
        days: `${two.format(Number(value))} d`,
      }[kind]
      expect(`${column} ${found[1]}`).toBe(`${column} ${value === null ? '–' : plain(text ?? '')}`)
    }
  }

  // Ageing: the table behind the chart.
  const heading = page.getByRole('heading', { name: /Days overdue/ })
  const aging = page.locator('section', { has: heading })
  await aging.locator('summary').click()
  const bands = await demo.rows<{ band: string; amount: string; held: string }>(
    `SELECT faixa_aging AS band, valor::text AS amount, coalesce((SELECT valor_retido::text
      FROM gold.cobertura c WHERE c.tabela = 'aging_carteira' AND c.grupo = ARRAY[a.faixa_aging]
        AND c.conjunto = 'titulos_abertos' AND c.moeda = a.moeda), '0') AS held
    FROM gold.aging_carteira a WHERE moeda = 'BRL'`,
  )
  for (const { band, amount, held } of bands) {
    const label = band === 'a vencer' ? 'not due' : band
    const row = aging
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: label, exact: true }) })
    const found = await cells(row)
    expect([found[1], found[4]]).toEqual([plain(money(amount, 'en')), plain(money(held, 'en'))])
  }

  // By rule, counted from what arrived; each count leads to exactly so many rows.
  const waiting = await demo.rows<Waiting>(WAITING)
  expect(waiting.length).toBeGreaterThan(0)
  const rules = page.locator('#rules tbody tr')
  await expect(rules).toHaveCount(waiting.length)
  for (const [i, { rule, n, amount }] of waiting.entries()) {
    await expect(rules.nth(i)).toContainText(rule)
    const found = await cells(rules.nth(i))
    const sum = Number(amount) === 0 ? '–' : plain(money(amount, 'en'))
    expect([found[2], found[4]]).toEqual([count(n, 'en'), sum])
  }
  const [first] = waiting
  await rules.first().getByRole('cell').nth(2).getByRole('link').click()
  await page.waitForURL(`**/rules/titulos_receber/${first?.rule}?*`)
  await expect(page.getByText('Only rows that are missing from a figure')).toBeVisible()
  const shown = first?.n === 1 ? '1 row' : `${count(first?.n ?? 0, 'en')} rows`
  await expect(page.getByText(shown, { exact: true })).toBeVisible()
  await expect(page.locator('tr[data-line]')).toHaveCount(Math.min(50, first?.n ?? 0))
  await page.locator('tr[data-line] a[href^="/rows/"]').first().click()
  await page.waitForURL('**/rows/*')
  await expect(page.getByText(first?.rule ?? '').first()).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: t.impact.backToImpact }).click()
  await expect(page.getByRole('heading', { level: 1, name: t.impact.title })).toBeVisible()
})

test('pt-BR, by keyboard alone: a part of the figure, and its affected customers', async ({
  as,
  demo,
}) => {
  const t = words('pt-BR')
  const page = await as('analyst', { locale: 'pt-BR' })
  const press = async (locator: Locator) => {
    await locator.focus()
    await page.keyboard.press('Enter')
  }
  const [state] = await demo.rows<{ uf: string; n: number }>(
    `SELECT grupo[1] AS uf, linhas_retidas AS n FROM gold.cobertura WHERE tabela = 'kpis_por_uf'
      AND conjunto = 'titulos_abertos' AND moeda = 'BRL' AND grupo[1] IS NOT NULL
    ORDER BY linhas_retidas DESC LIMIT 1`,
  )
  if (!state) throw new Error('the demo has no title of a known state')
  await openImpact(page)
  const part = page.locator('section', { has: page.getByRole('heading', { name: /: UF/ }) }).last()
  await press(part.locator('summary'))
  await press(part.getByRole('link', { name: state.uf, exact: true }))
  await expect(page.locator('#rules h2')).toContainText(`Indicadores por UF: ${state.uf}`)
  const links = page.locator('#rules tbody a[aria-label]')
  await expect(async () => {
    const numbers = (await links.allTextContents()).map((n) => Number(n.replace(/\D/g, '')))
    expect(numbers.reduce((a, b) => a + b, 0)).toBe(state.n)
  }).toPass()
  if (state.n > 0) {
    const n = Number((await links.first().textContent())?.replace(/\D/g, ''))
    await press(links.first())
    await expect(page.getByText(`UF: ${state.uf}`)).toBeVisible()
    await expect(page.locator('tr[data-line]')).toHaveCount(Math.min(50, n))
    await press(page.getByRole('link', { name: t.impact.backToImpact }))
  }

  const [worst] = await demo.rows<{ code: string; n: number; rows: number; amount: string }>(
    `SELECT q.customer AS code, count(*)::int AS n,
      count(*) FILTER (WHERE p.source = 'BSID' AND q.currency = 'BRL')::int AS rows,
      coalesce(sum(q.amount) FILTER (WHERE p.source = 'BSID' AND q.currency = 'BRL'), 0)::text AS amount
    FROM quality.quarantine q LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    WHERE q.statut <> 'SOLDEE' AND q.customer IS NOT NULL AND q.dataset IN (
      SELECT name FROM quality.dataset WHERE domain = 'order-to-cash')
    GROUP BY 1 ORDER BY abs(coalesce(sum(q.amount) FILTER (WHERE p.source = 'BSID' AND q.currency = 'BRL'), 0)) DESC,
      1 DESC LIMIT 1`,
  )
  if (!worst) throw new Error('the demo has no customer with rows in quarantine')
  const customers = page.locator('#customers')
  await customers.getByRole('searchbox').focus()
  await page.keyboard.type(worst.code)
  await expect(customers.locator('tbody tr')).toHaveCount(1)
  const found = await cells(customers.locator('tbody tr'))
  expect([found[2], found[3], found[6]]).toEqual([
    worst.rows === 0 ? '–' : plain(money(worst.amount, 'pt-BR')),
    count(worst.rows, 'pt-BR'),
    count(worst.n, 'pt-BR'),
  ])
  await press(customers.locator('summary'))
  const csv = customers.getByRole('link', { name: 'CSV' })
  await expect(csv).toHaveAttribute('href', new RegExp(`text=${worst.code}`))
  const download = page.waitForEvent('download')
  await press(csv)
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(2)
  await press(customers.getByRole('link', { name: worst.code, exact: true }))
  await page.waitForURL(`**/search?q=${worst.code}`)
  await expect(page.locator('tr[data-line]')).toHaveCount(Math.min(200, worst.n))
})

/** A record of Bronze whose row is in Silver, as it would be delivered, with other values. */
async function copyOf(
  demo: { rows<T>(sql: string): Promise<T[]> },
  source: string,
  where: string,
  values: Record<string, string>,
): Promise<Record<string, string | null>> {
  const [found] = await demo.rows<{ raw: Record<string, string | null> }>(
    `SELECT to_jsonb(b) AS raw FROM bronze.${source.toLowerCase()} b
    LEFT JOIN ${where.split(' WHERE ')[0]} s ON s._run = b._run AND s._n = b._n
    WHERE s._chave IS NOT NULL AND ${where.split(' WHERE ')[1]} ORDER BY b._run DESC, b._n LIMIT 1`,
  )
  if (!found) throw new Error(`the demo has no row of ${source} in Silver`)
  const columns = Object.entries(found.raw).filter(([name]) => !name.startsWith('_'))
  return {
    ...Object.fromEntries(columns.map(([name, value]) => [name.toUpperCase(), value])),
    ...values,
  }
}

test('fr: a customer comes, its invoice is replayed with its title, and the figure lacks less', async ({
  as,
  demo,
}) => {
  test.slow()
  const t = words('fr')
  const page = await as('analyst', { locale: 'fr' })
  const total = async () => (await demo.rows<Waiting>(WAITING)).reduce((n, w) => n + w.n, 0)
  const portfolio = async () =>
    (
      await demo.rows<{ sum: string }>(
        `SELECT sum(valor_documento)::text AS sum FROM silver.titulos_receber
        WHERE status = 'aberto' AND moeda = 'BRL'`,
      )
    )[0]?.sum ?? ''
  const before = await total()
  // Numbers of its own, so that the test can be repeated on the same demo.
  const mark = String(Date.now()).slice(-8)
  const customer = { KUNNR: `00${mark}` }
  const invoice = { VBELN: `99${mark}` }
  const come = async (source: string, row: Record<string, string | null>) => {
    const run = await deliver(demo, source, [row])
    expect(run, run.output).toMatchObject({ code: 0 })
  }
  await come(
    'VBRK',
    await copyOf(demo, 'VBRK', `silver.faturas_venda WHERE s.moeda = 'BRL'`, {
      ...invoice,
      KUNAG: customer.KUNNR,
    }),
  )
  await come(
    'BSID',
    await copyOf(
      demo,
      'BSID',
      `silver.titulos_receber WHERE s.status = 'aberto' AND s.tipo_documento = 'RV' AND s.moeda = 'BRL'`,
      { ...customer, ...invoice, BELNR: `99${mark}` },
    ),
  )
  expect(await total()).toBe(before + 1)
  await openImpact(page)
  const shown = async () => {
    const numbers = await page.locator('#rules tbody a[aria-label]').allTextContents()
    return numbers.reduce((sum, n) => sum + Number(n.replace(/\D/g, '')), 0)
  }
  expect(await shown()).toBe(before + 1)

  await come('KNA1', await copyOf(demo, 'KNA1', 'silver.clientes WHERE true', customer))
  await page.goto('/rules/faturas_venda/VBRK_CLIENTE_INEXISTENTE')
  await page.getByRole('link', { name: /^Rejouer \d+ prête/ }).click()
  await page.getByRole('button', { name: t.replays.preview }).click()
  await page.waitForURL(/\/replays\/\d+$/)
  const preview = page.url()
  await page.getByRole('button', { name: /^Rejouer \d+ maintenant/ }).click({ timeout: 60_000 })
  await page.waitForURL((url) => /\/replays\/\d+$/.test(url.href) && url.href !== preview)
  await expect(page.getByText(t.replays.status.done)).toBeVisible({ timeout: 60_000 })
  const replay = page.url().split('/').at(-1)

  await openImpact(page)
  await expect(page.getByText(new RegExp(`chiffres du rejeu ${replay}`))).toBeVisible()
  const after = await total()
  expect(after).toBeLessThanOrEqual(before)
  expect(await shown()).toBe(after)
  await expect(page.getByTitle(money(await portfolio(), 'fr')).first()).toBeVisible()
})

test('a domain without figures says so, and where figures are', async ({ as }) => {
  const t = words('en')
  const page = await as('viewer')
  await page.goto('/impact?domain=vendas')
  await expect(page.getByRole('heading', { name: t.impact.noGold })).toBeVisible()
  await page.locator('main').getByRole('link', { name: 'Order to cash' }).click()
  await expect(page.locator('#rules')).toBeVisible()
})
