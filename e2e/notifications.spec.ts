import { createHmac } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { startHook, startMailbox } from '@/pipeline/service/notify/receivers.testing'
import { expect, picture, test, words } from './demo'

const t = words('en')
const { channels } = t

/** A rule with rows of some days of age and no alert about them. */
const QUIET = `SELECT r.dataset, r.code, r.owner, r.texts->'means'->>'en' AS means,
    r.texts->'means'->>'fr' AS dit, count(*)::int AS rows
  FROM quality.rule r JOIN quality.quarantine q ON q.dataset = r.dataset AND q.rule = r.code
  WHERE q.statut = 'A_TRAITER' AND q.first_seen < now() - interval '3 days' AND r.retired_at IS NULL
    AND NOT EXISTS (SELECT FROM quality.alert a WHERE a.kind = 'age' AND a.closed_at IS NULL
      AND a.dataset = r.dataset AND a.rule = r.code)
  GROUP BY 1, 2, 3, 4, 5 ORDER BY count(*) DESC, r.code LIMIT 1`

test('a mail channel, its test, and the mail of an alert whose link leads to the rows', async ({
  as,
  browser,
  demo,
}) => {
  test.slow()
  const box = await startMailbox({}, Number(process.env.E2E_SMTP_PORT))
  try {
    const [rule] =
      await demo.rows<Record<'dataset' | 'code' | 'owner' | 'means' | 'dit', string>>(QUIET)
    if (!rule) throw new Error('the demo has no rule without an alert')
    const page = await as('administrator')
    await page.goto('/settings')
    await expect(page.getByText(channels.none)).toBeVisible()
    await page.getByRole('button', { name: channels.add }).click()
    const form = page.getByRole('form', { name: channels.add })
    await form.getByLabel(channels.mailAddress, { exact: true }).fill('not an address')
    await form.getByRole('button', { name: channels.add }).click()
    // Said at the fields; nothing was sent.
    await expect(form.getByText(channels.wrong.name)).toBeVisible()
    await expect(form.getByText(channels.wrong.mail)).toBeVisible()
    await expect(form.getByLabel(channels.mailAddress, { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    await form.getByLabel(channels.name, { exact: true }).fill('Vendas')
    await form.getByLabel(channels.mailAddress, { exact: true }).fill('vendas@example.com')
    await form.getByLabel(t.shell.language, { exact: true }).selectOption('fr')
    await form.getByText(`${channels.owners}:`).click()
    await form.getByRole('checkbox', { name: rule.owner, exact: true }).check()
    await picture(page, 'notifications-form')
    const { violations } = await new AxeBuilder({ page }).include('main').analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    await form.getByRole('button', { name: channels.add }).click()
    const line = page.getByRole('listitem').filter({ hasText: 'vendas@example.com' })
    await expect(line).toContainText(rule.owner)

    await line.getByRole('button', { name: channels.test }).click()
    await expect(line.getByText('✓')).toBeVisible({ timeout: 30_000 })
    expect(box.mails.map(({ to }) => to)).toEqual([['vendas@example.com']])
    expect(box.mails[0]?.mail.text).toContain('Demo administrator a demandé cet essai')

    // A lower limit: the rule's rows are too old from the next look on.
    await page
      .getByRole('spinbutton', { name: `${t.settings.thresholds.warn}: ${rule.code}` })
      .fill('1')
    const limits = page.getByRole('row', { name: new RegExp(`${rule.code} `) })
    await limits.getByRole('button', { name: t.settings.save }).click()
    await expect(limits.getByText(t.settings.saved)).toBeVisible()
    await demo.rows(
      `SELECT graphile_worker.add_job('alert_sweep', json_build_object('at', to_char(now() AT TIME ZONE 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS"Z"')), queue_name := 'alerts', job_key := 'alert_sweep')`,
    )
    const path = `/rules/${rule.dataset}/${rule.code}?minAge=1`
    const told = () => box.mails.find(({ mail }) => mail.text?.includes(`${path}\n`))
    await expect(() => expect(told()).toBeDefined()).toPass({ timeout: 60_000 })
    const mail = told()?.mail
    expect(mail?.subject).toContain('Lazaret: ')
    expect(mail?.text).toContain(rule.dit)
    const link = /https?:\S+/.exec(
      (mail?.text ?? '').split('Voir les lignes: ').find((p) => p.includes(path)) ?? '',
    )?.[0]
    expect(link).toBe(`${new URL(page.url()).origin}${path}`)

    // Whoever follows it signs in first, and is where the mail wanted.
    const context = await browser.newContext({ locale: 'en-US' })
    const reader = await context.newPage()
    await reader.goto(link ?? '')
    await expect(reader).toHaveURL(/\/sign-in\?to=/)
    const steward = reader.locator('form', {
      has: reader.locator('input[value="steward@demo.lazaret"]'),
    })
    await steward.getByRole('button').click()
    await expect(reader).toHaveURL(link ?? '')
    await expect(reader.getByRole('heading', { name: rule.means })).toBeVisible()
    expect(await reader.locator('[data-line]').count()).toBeGreaterThan(0)
    await context.close()

    await page.reload()
    await expect(
      page.getByRole('row', { name: /1 change of alerts|changes of alerts/ }),
    ).toContainText('✓')
    await picture(page, 'notifications')
    await line.getByRole('button', { name: channels.remove }).click()
    await line.getByRole('button', { name: channels.remove }).click()
    await expect(page.getByText(channels.none)).toBeVisible()
  } finally {
    await box.close()
  }
})

test('a webhook: its secret is shown once and signs; what it refuses is seen and sent again', async ({
  as,
}) => {
  const answer = { status: 410, body: 'moved away' }
  const hook = await startHook(answer)
  try {
    const page = await as('administrator')
    await page.goto('/settings')
    await page.getByRole('button', { name: channels.add }).click()
    const form = page.getByRole('form', { name: channels.add })
    await form.getByLabel(channels.name, { exact: true }).fill('Monitor')
    await form.getByLabel(channels.kind, { exact: true }).selectOption('webhook')
    await form.getByLabel(channels.url, { exact: true }).fill(hook.url)
    await form.getByRole('button', { name: channels.add }).click()
    const secret = await page.getByLabel(/X-Lazaret-Signature/).inputValue()
    const line = page.getByRole('listitem').filter({ hasText: 'Monitor' })
    const row = page
      .getByRole('table', { name: channels.deliveries.title })
      .getByRole('row', { name: /Monitor/ })
    await line.getByRole('button', { name: channels.test }).click()
    await expect(line).toContainText('moved away', { timeout: 30_000 })
    await expect(row).toContainText(channels.error.http)

    answer.status = 204
    await row.getByRole('button', { name: channels.deliveries.again }).click()
    await expect(row).toContainText('✓', { timeout: 30_000 })
    expect(hook.posts).toHaveLength(2)
    const [first, second] = hook.posts
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    const [, time, hash] =
      /^t=(\d+),v1=(\w+)$/.exec(String(second?.headers['x-lazaret-signature'])) ?? []
    expect(createHmac('sha256', secret).update(`${time}.${second?.body}`).digest('hex')).toBe(hash)

    await page.reload()
    const source = await page.content()
    expect(source).not.toContain(secret)
    expect(source).not.toContain('/hook/7f3a')
    await line.getByRole('button', { name: channels.remove }).click()
    await line.getByRole('button', { name: channels.remove }).click()
    await expect(page.getByText(channels.none)).toBeVisible()
  } finally {
    hook.close()
  }
})
