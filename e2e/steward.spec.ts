import { readFileSync } from 'node:fs'
import type { Locale } from '@/lib/shared/i18n/locales'
import { deliver, expect, test, words } from './demo'

interface Cause {
  id: string
  dataset: string
  rule: string
  rows: { id: string; raw: Record<string, string | null> }[]
}

/** The n-th cause of a quantity that cannot be; its rows can be mended by one delivery. */
const CAUSES = `SELECT c.id::text AS id, c.dataset, c.rule,
    jsonb_agg(jsonb_build_object('id', q.id::text, 'raw', p.raw) ORDER BY q.id) AS rows
  FROM quality.cause c JOIN quality.quarantine q ON q.cause_id = c.id AND q.statut = 'A_TRAITER'
  JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
  WHERE c.rule = 'VBAP_QUANTIDADE_INVALIDA' AND c.claim IS DISTINCT FROM 'claimed'
  GROUP BY c.id ORDER BY count(*) DESC, c.id`

for (const [locale, keyboard] of [
  ['fr', false],
  ['en', true],
] as const satisfies [Locale, boolean][]) {
  const how = keyboard ? ', by keyboard alone' : ''
  test(`${locale}${how}: causes, export, a claimed fix, and the delivery that confirms it`, async ({
    as,
    demo,
  }) => {
    const t = words(locale)
    const page = await as('steward', { locale })
    const [cause] = await demo.rows<Cause>(CAUSES)
    if (!cause) throw new Error('the demo has no cause of this rule')
    const path = `/rules/${cause.dataset}/${cause.rule}`

    await page.goto('/')
    const line = page.locator(`main [data-line] a[href="${path}"]`)
    if (keyboard) {
      await line.focus()
      await page.keyboard.press('Enter')
    } else await line.click()
    await expect(page.getByRole('heading', { name: t.rule.causesOf })).toBeVisible()
    const causeLink = page.locator(`a[href="${path}?cause=${cause.id}"]`)
    if (keyboard) {
      await causeLink.focus()
      await page.keyboard.press('Enter')
    } else await causeLink.click()
    await expect(page.locator('[data-line]')).toHaveCount(cause.rows.length)

    // The export has exactly the rows that are shown.
    const download = page.waitForEvent('download')
    if (keyboard) {
      await page.keyboard.press('e')
      await page.keyboard.press('Enter').catch(() => {})
      const csv = page.getByRole('link', { name: 'CSV' })
      if (!(await csv.isVisible())) await page.keyboard.press('Enter')
      await expect(csv).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(csv).toBeFocused()
      await page.keyboard.press('Enter')
    } else {
      await page.locator('summary[data-key=e]').click()
      await page.getByRole('link', { name: 'CSV' }).click()
    }
    const file = readFileSync(await (await download).path(), 'utf8')
    expect(file.trimEnd().split('\r\n')).toHaveLength(1 + cause.rows.length)
    await page.keyboard.press('Escape')

    const claim = page.locator('li').getByRole('button', { name: t.act.claim })
    if (keyboard) {
      await claim.focus()
      await page.keyboard.press('Enter')
    } else await claim.click()
    const dialog = page.getByRole('dialog', { name: t.act.claim })
    const note = dialog.getByRole('textbox')
    if (keyboard) {
      await expect(dialog).toBeVisible()
      if (!(await note.evaluate((e) => e === document.activeElement)))
        await page.keyboard.press('Tab')
      await page.keyboard.type('Corrected in VA02')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    } else {
      await note.fill('Corrigé dans VA02')
      await dialog.getByRole('button', { name: t.act.confirm }).click()
    }
    await expect(dialog).toBeHidden()
    const causeLine = page.locator('li', { has: causeLink })
    await expect(causeLine.getByText(t.terms.claim.claimed)).toBeVisible()

    // The next load brings the corrected quantities; the open screen follows by itself.
    await page.goto(`/rows/${cause.rows[0]?.id}`)
    await expect(page.getByText(t.terms.claim.claimed).first()).toBeVisible()
    const mended = cause.rows.map(({ raw }) => ({ ...raw, KWMENG: '5.000' }))
    const run = await deliver(demo, 'VBAP', mended)
    expect(run, run.output).toMatchObject({ code: 0 })
    await expect(page.getByText(t.terms.claim.confirmed).first()).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(t.row.exit.CORRECTED).first()).toBeVisible()
  })
}

test('a selection, a filter and the focus survive what others do', async ({ as, demo }) => {
  const t = words('en')
  const page = await as('steward')
  const other = await as('analyst')
  await page.goto('/rules/faturas_venda_itens/VBRP_ORDEM_INEXISTENTE')
  const lines = page.locator('[data-line]')
  await lines.first().getByRole('checkbox').check()
  await lines.nth(1).getByRole('checkbox').check()
  await expect(page.getByText('2 rows selected')).toBeVisible()
  await lines.nth(1).getByRole('checkbox').focus()
  await page.evaluate(() => window.scrollTo(0, 200))

  const [mine] = await demo.rows<{ id: string }>(
    `SELECT id::text AS id FROM quality.quarantine WHERE statut = 'A_TRAITER'
    AND rule = 'VBRP_ORDEM_INEXISTENTE' ORDER BY first_seen, id LIMIT 1`,
  )
  await other.goto(`/rows/${mine?.id}`)
  const refreshed = page.waitForResponse((answer) => answer.url().includes('_rsc'))
  await other.getByRole('button', { name: t.act.comment }).click()
  await other.getByRole('dialog').getByRole('textbox').fill('Asked the sales office')
  await other.getByRole('dialog').getByRole('button', { name: t.act.confirm }).click()
  await expect(other.getByText('Asked the sales office').first()).toBeVisible()
  await refreshed
  await expect(page.getByText('2 rows selected')).toBeVisible()
  await expect(lines.nth(1).getByRole('checkbox')).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(200)

  await page.getByRole('searchbox', { name: t.rule.text }).fill('0090000')
  await expect(page).toHaveURL(/text=0090000/)
  await expect(page.getByRole('searchbox', { name: t.rule.text })).toBeFocused()
  await expect(page.getByText('2 rows selected')).toHaveCount(0)
})

test('"all that match" acts on exactly that number or not at all', async ({ as, demo }) => {
  const t = words('en')
  const page = await as('steward')
  const rule = { dataset: 'faturas_venda_itens', code: 'VBRP_ORDEM_INEXISTENTE' }
  await page.goto(`/rules/${rule.dataset}/${rule.code}`)
  const selectAll = page.getByRole('button', { name: /Select all \d+ that match/ })
  const n = Number(((await selectAll.textContent()) ?? '').replace(/\D/g, ''))
  await selectAll.click()
  await page.getByRole('button', { name: t.act.close }).click()
  const dialog = page.getByRole('dialog', { name: t.act.close })
  await expect(dialog.getByText(`Acts on ${n} rows`)).toBeVisible()
  await dialog.getByRole('textbox').fill('Archived orders')
  // Meanwhile one of them leaves.
  const [gone] = await demo.rows<{ id: string }>(
    `SELECT id::text AS id FROM quality.quarantine WHERE statut = 'A_TRAITER' AND rule = $1
    ORDER BY id DESC LIMIT 1`,
    [rule.code],
  )
  const other = await as('steward')
  await other.goto(`/rows/${gone?.id}`)
  await other.getByRole('button', { name: t.act.close }).click()
  await other.getByRole('dialog').getByRole('textbox').fill('Test order')
  await other.getByRole('dialog').getByRole('button', { name: t.act.confirm }).click()
  await expect(other.getByRole('button', { name: t.act.reopen })).toBeVisible()

  await dialog.getByRole('button', { name: t.act.confirm }).click()
  await expect(dialog.getByRole('alert')).toContainText(t.act.failed.other_number)
  const [left] = await demo.rows<{ n: number }>(
    `SELECT count(*)::int AS n FROM quality.quarantine WHERE statut = 'A_TRAITER' AND rule = $1`,
    [rule.code],
  )
  expect(left?.n).toBe(n - 1)
  await other.getByRole('button', { name: t.act.reopen }).click()
  await other.getByRole('dialog').getByRole('button', { name: t.act.confirm }).click()
  await expect(other.getByRole('button', { name: t.act.close })).toBeVisible()
})
