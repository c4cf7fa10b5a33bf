import { readFileSync } from 'node:fs'
import { expect, fill, test, words } from './demo'

test('flagged customers: the figures are those of Silver, the rows are found, the file has them', async ({
  as,
  demo,
}) => {
  const t = words('en')
  const [found] = await demo.rows<{ n: string; all: string; name: string; stock: string }>(
    `SELECT count(*) FILTER (WHERE cnpj IS NULL)::text AS n, count(*)::text AS all,
      min(cod_cliente) FILTER (WHERE cnpj IS NULL) AS name,
      (SELECT count(*)::text FROM quality.quarantine WHERE statut = 'A_TRAITER') AS stock
    FROM silver.clientes`,
  )
  if (!found) throw new Error('no demo')
  const count = (n: string) => new Intl.NumberFormat('en').format(Number(n))
  const page = await as('analyst')
  await page.goto('/')
  await expect(page.locator('main dd').first()).toContainText(count(found.stock))
  await page.getByRole('link', { name: t.shell.flags }).click()
  const line = page.getByRole('row').filter({ hasText: 'cnpj_ausente' })
  await expect(line.getByRole('cell').nth(1)).toHaveText(count(found.n))
  await expect(
    line.getByTitle(fill(t.flags.shareOf, { n: count(found.n), all: count(found.all) })),
  ).toBeVisible()
  await line.getByRole('link', { name: 'No CNPJ registered', exact: true }).click()
  await page.waitForURL('**/flags/clientes/cnpj_ausente')
  const rows = page.getByRole('table', { name: t.terms.rows }).locator('tbody tr')
  await expect(rows).toHaveCount(Math.min(50, Number(found.n)))
  await page.getByLabel(t.flags.search).fill(found.name)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(found.name)
  await page.locator('details', { hasText: t.rule.columns }).locator('summary').click()
  await page.getByLabel('cidade').uncheck()
  await expect(page.getByRole('columnheader', { name: 'cidade' })).toHaveCount(0)
  await page.locator('summary', { hasText: 'Export' }).click()
  const csv = page.getByRole('link', { name: t.rule.csv, exact: true })
  await expect(csv).toHaveAttribute('href', /hide=cidade/)
  const download = page.waitForEvent('download')
  await csv.click()
  const text = readFileSync(await (await download).path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(2)
  expect(text).toContain(found.name)
  expect(text).not.toContain('cidade')
})
