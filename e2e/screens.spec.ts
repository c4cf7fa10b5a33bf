import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, picture, test, words } from './demo'
import { cutOff, PORTRAIT, WALL_SIZES } from './walls'

interface Addresses {
  row: string
  malformed: string | null
  refused: string
  replay: string | null
  customer: string | null
}

const ADDRESSES = `SELECT
  (SELECT min(id)::text FROM quality.quarantine WHERE statut = 'A_TRAITER' AND rule LIKE '%EM_QUARENTENA') AS row,
  (SELECT min(id)::text FROM quality.quarantine WHERE rule LIKE '%MALFORMADO') AS malformed,
  (SELECT min(id)::text FROM quality.run WHERE status = 'refused') AS refused,
  (SELECT max(id)::text FROM quality.replay) AS replay,
  (SELECT max(customer) FROM quality.quarantine WHERE statut = 'A_TRAITER'
    AND dataset = 'ordens_venda') AS customer`

/** Name of the picture → address. */
function screensOf(found: Addresses): [string, string][] {
  return [
    ['stock', '/'],
    ['rule', '/rules/faturas_venda_itens/VBRP_ORDEM_INEXISTENTE'],
    ['rule-parents', '/rules/ordens_venda_itens/VBAP_ORDEM_EM_QUARENTENA'],
    ['row', `/rows/${found.row}`],
    ...(found.malformed ? [['malformed', `/rows/${found.malformed}`] as [string, string]] : []),
    ['search', `/search?q=${found.customer ?? '0000200'}`],
    ['alerts', '/alerts'],
    ['impact', '/impact'],
    ['impact-part', '/impact?domain=order-to-cash&table=kpis_por_uf&group=%5B%22SP%22%5D'],
    ['no-gold', '/impact?domain=vendas'],
    ['flags', '/flags'],
    ['flag', '/flags/clientes/cnpj_ausente'],
    ['runs', '/runs'],
    ['proofs', '/proofs'],
    ['run', '/runs/1'],
    ['refused', `/runs/${found.refused}`],
    ['replays', '/replays'],
    ['declarations', '/declarations'],
    ...(found.replay ? [['replay', `/replays/${found.replay}`] as [string, string]] : []),
    ['new-replay', '/replays/new?dataset=ordens_venda&rule=VBAK_CLIENTE_INEXISTENTE'],
  ]
}

/** The skeleton is gone: the page is there. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('main h1')).toBeVisible()
}

for (const [theme, locale] of [
  ['light', 'en'],
  ['dark', 'pt-BR'],
] as const) {
  test(`every screen can be read by everybody (${theme}, ${locale})`, async ({ as, demo }) => {
    test.slow()
    const [found] = await demo.rows<Addresses>(ADDRESSES)
    if (!found) throw new Error('no demo')
    const page = await as('steward', { theme, locale })
    for (const [name, address] of screensOf(found)) {
      await open(page, address)
      await picture(page, `${name}-${theme}-${locale}`)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect
        .soft(violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes[0]?.html}`))
        .toEqual([])
    }
  })
}

test('a narrow screen scrolls the tables, not the page (fr)', async ({ as, demo }) => {
  test.slow()
  const [found] = await demo.rows<Addresses>(ADDRESSES)
  if (!found) throw new Error('no demo')
  const page = await as('analyst', { locale: 'fr', width: 390, height: 844 })
  for (const [name, address] of screensOf(found)) {
    await open(page, address)
    await picture(page, `${name}-390-fr`)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(`${name} ${width}`).toBe(`${name} 390`)
  }
})

for (const [theme, locale] of [
  ['dark', 'en'],
  ['dark', 'pt-BR'],
  ['light', 'fr'],
] as const) {
  test(`the wall is whole and legible at both sizes (${theme}, ${locale})`, async ({ as }) => {
    for (const size of [...WALL_SIZES, PORTRAIT]) {
      const page = await as('viewer', { locale, ...size })
      await page.goto(`/wall?theme=${theme}`)
      await expect(page.getByTestId('wall-open')).toBeVisible()
      expect.soft(await cutOff(page)).toEqual([])
      await picture(page, `wall-${size.height}-${theme}-${locale}`)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    }
  })
}

test('the sign-in page, an address that leads nowhere, the keys', async ({ as, page }) => {
  await page.goto('/sign-in')
  const signIn = await new AxeBuilder({ page }).analyze()
  expect(signIn.violations.map(({ id }) => id)).toEqual([])
  await picture(page, 'sign-in')
  const t = words('fr')
  const inside = await as('viewer', { locale: 'fr' })
  await inside.goto('/rows/999999999')
  await expect(inside.getByRole('heading', { name: t.shell.notFound })).toBeVisible()
  await picture(inside, 'not-found')
  await inside.goto('/')
  await inside.keyboard.press('?')
  await expect(inside.getByRole('dialog', { name: t.shell.keys.title })).toBeVisible()
  const { violations } = await new AxeBuilder({ page: inside }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await picture(inside, 'keys')
})
