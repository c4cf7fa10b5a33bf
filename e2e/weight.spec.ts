import { expect, test } from './demo'

/** Compressed JavaScript that a browser without a cache is sent, in kB. */
const TABLES = 220
const CHARTS = 350
const SCREENS: [string, number][] = [
  ['/', TABLES],
  ['/rules/faturas_venda_itens/VBRP_ORDEM_INEXISTENTE', TABLES],
  ['/rows/1', TABLES],
  ['/search?q=0000200001', TABLES],
  ['/alerts', TABLES],
  ['/runs', TABLES],
  ['/runs/1', TABLES],
  ['/replays', TABLES],
  ['/settings', TABLES],
  ['/wall', TABLES],
  ['/flow', CHARTS],
]

for (const [address, limit] of SCREENS) {
  test(`${address} sends less than ${limit} kB of JavaScript`, async ({ as }) => {
    const page = await as('viewer')
    const sent: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        sent.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.goto(address)
    await expect(page.locator('main')).toBeVisible()
    if (limit === CHARTS) await expect(page.locator('main svg').first()).toBeVisible()
    const kilobytes = (await Promise.all(sent)).reduce((sum, size) => sum + size, 0) / 1000
    test.info().annotations.push({ type: 'JavaScript', description: `${kilobytes.toFixed(0)} kB` })
    console.log(`${address}: ${kilobytes.toFixed(0)} kB of JavaScript`)
    expect(kilobytes).toBeGreaterThan(20)
    expect(kilobytes).toBeLessThan(limit)
  })
}
