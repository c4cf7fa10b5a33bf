import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { projectRoot } from '@/lib/shared/env'

const FILES = readdirSync(path.join(projectRoot, 'public'))

/** Width and height of a PNG, from its header. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

test('icons, manifest and robots.txt are there for everybody, signed in or not', async ({
  request,
}) => {
  expect(FILES.length).toBeGreaterThan(0)
  for (const file of FILES) {
    const answer = await request.get(`/${file}`, { maxRedirects: 0 })
    expect(`${file} ${answer.status()}`).toBe(`${file} 200`)
    expect((await answer.body()).length).toBeGreaterThan(0)
  }
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /')
})

test('the manifest names icons that are what it says', async ({ request, page }) => {
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  const sizes = []
  for (const { src, sizes: said, type } of manifest.icons) {
    const answer = await request.get(src)
    expect(answer.headers()['content-type']).toContain(type)
    if (type === 'image/png') sizes.push([said, sizeOf(await answer.body())])
  }
  expect(sizes).toEqual([
    ['192x192', '192x192'],
    ['512x512', '512x512'],
    ['512x512', '512x512'],
  ])
  await page.goto('/sign-in')
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest')
  for (const rel of ['icon', 'apple-touch-icon']) {
    const href = await page.locator(`link[rel="${rel}"]`).first().getAttribute('href')
    expect((await request.get(href ?? '/none')).status()).toBe(200)
  }
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
})
