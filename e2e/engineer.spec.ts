import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, fill, pipeline, test, words } from './demo'

test('fr: the refused delivery says why, and that nothing changed', async ({ as, demo }) => {
  const t = words('fr')
  const page = await as('viewer', { locale: 'fr' })
  const [refused] = await demo.rows<{ id: number; message: string; hint: string }>(
    `SELECT id, error->>'message' AS message, error->>'hint' AS hint FROM quality.run
    WHERE status = 'refused' AND error->>'reason' = 'shrink' LIMIT 1`,
  )
  if (!refused) throw new Error('the demo has no refused delivery')
  await page.goto('/runs')
  await page.getByRole('link', { name: t.runs.stopped }).click()
  await expect(page.getByRole('row', { name: new RegExp(t.runs.status.committed) })).toHaveCount(0)
  const no = fill(t.runs.runNo, { id: refused.id })
  const line = page.getByRole('row', { name: new RegExp(`^${no} .*${t.runs.status.refused}`) })
  await expect(line).toContainText(t.runs.reason.shrink)
  await line.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    fill(t.runs.runNo, { id: refused.id }),
  )
  const reason = page.getByRole('alert').filter({ hasText: refused.message })
  await expect(reason).toContainText(t.runs.reason.shrink)
  await expect(reason).toContainText(refused.hint)
  await expect(reason).toContainText(t.runs.nothingChanged)
})

test('en, by keyboard alone: a run whose check failed shows the keys that are in the way', async ({
  as,
  demo,
}) => {
  const t = words('en')
  const page = await as('viewer')
  const stock = `SELECT count(*)::int AS open FROM quality.quarantine WHERE statut = 'A_TRAITER'`
  const before = await demo.rows(stock)
  await page.goto('/runs')
  await expect(page.locator('[data-line]').first()).toBeVisible()
  const folder = mkdtempSync(path.join(tmpdir(), 'lazaret-failing-'))
  try {
    await pipeline(demo, 'generate', 'order-to-cash', '--out', folder, '--scale', '0.01')
    // An invoice without a title: what was written would not be complete.
    const file = path.join(folder, 'BSID.csv')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\n[^\n]*\n$/, '\n'))
    const { code, output } = await pipeline(
      demo,
      ...['run', 'order-to-cash', '--input', folder, '--mode', 'full', '--accept-shrink'],
    )
    expect(code, output).toBe(3)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  // The list follows by itself.
  await expect(page.locator('[data-line]').first()).toContainText(t.runs.status.failed, {
    timeout: 20_000,
  })
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t.runs.status.failed)
  await expect(page.getByText(/expected 0, found [1-9]/).first()).toBeVisible()
  const samples = page.getByText(/^Sample keys \(/).first()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(samples).toBeFocused({ timeout: 50 })
  }).toPass({ timeout: 30_000 })
  await page.keyboard.press('Enter')
  await expect(page.locator('details[open] li').first()).toBeVisible()
  expect(await demo.rows(stock)).toEqual(before)
})
