import { verbs } from '@/lib/server/commands'
import { ACTIONS, type Action, ROLES, type Role } from '@/lib/shared/auth/permissions'
import { expect, test, words } from './demo'

/** Verb → the least role that may, written by hand from the issue. */
const LEAST: Record<string, Role> = {
  'end-session': 'viewer',
  'request-replay': 'analyst',
  'cancel-replay': 'analyst',
  comment: 'analyst',
  assign: 'steward',
  snooze: 'steward',
  claim: 'steward',
  close: 'steward',
  reopen: 'steward',
  'acknowledge-alert': 'steward',
  'request-declaration': 'steward',
  'set-thresholds': 'administrator',
  'create-account': 'administrator',
  'change-role': 'administrator',
  'reset-password': 'administrator',
  'delete-account': 'administrator',
  'create-device': 'administrator',
  'revoke-device': 'administrator',
  'create-channel': 'administrator',
  'delete-channel': 'administrator',
  'retry-notification': 'administrator',
  'rotate-channel-secret': 'administrator',
  'test-channel': 'administrator',
  'update-channel': 'administrator',
}
const may = (role: Role, least: Role) => ROLES.indexOf(role) >= ROLES.indexOf(least)
const PAGES = [
  '/',
  '/flow',
  '/alerts',
  '/impact',
  '/flags',
  '/flags/clientes/cnpj_ausente',
  '/runs',
  '/runs/1',
  '/proofs',
  '/replays',
  '/declarations',
  '/replays/new?dataset=ordens_venda&rule=VBAK_CLIENTE_INEXISTENTE',
  '/rules/faturas_venda_itens/VBRP_ORDEM_INEXISTENTE',
  '/search?q=0000200001',
  '/settings',
]
const FILTER = encodeURIComponent(JSON.stringify({ rule: 'VBRP_ORDEM_INEXISTENTE' }))
const EXPORT = `/api/export?format=csv&domain=order-to-cash&filter=${FILTER}`
const CUSTOMERS_EXPORT =
  '/api/export/customers?format=csv&domain=order-to-cash&rows=titulos_abertos&figure=carteira_aberta&currency=BRL'
const FLAG_EXPORT = '/api/export/flag?format=csv&dataset=clientes&flag=cnpj_ausente'

test('every verb, sent to the server by every role and by nobody', async ({
  as,
  browser,
  sessions,
  demo,
}) => {
  test.slow()
  expect(Object.keys(verbs).filter((verb) => !(verb in LEAST))).toEqual([])
  // The action's name is the build's: taken from what the browser really sends.
  const page = await as('analyst')
  const [row] = await demo.rows<{ id: string }>(
    `SELECT id::text AS id FROM quality.quarantine WHERE statut = 'A_TRAITER' ORDER BY id LIMIT 1`,
  )
  await page.goto(`/rows/${row?.id}`)
  const t = words('en')
  await page.getByRole('button', { name: t.act.comment }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Looked at it')
  const sent = page.waitForRequest((request) => 'next-action' in request.headers())
  await page.getByRole('dialog').getByRole('button', { name: t.act.confirm }).click()
  const action = (await sent).headers()['next-action'] as string
  await expect(page.getByText('Looked at it').first()).toBeVisible()
  const before = await demo.rows('SELECT count(*)::int AS n FROM quality.command')

  const outcomes: string[] = []
  const expected: string[] = []
  for (const role of [undefined, ...ROLES]) {
    const context = await browser.newContext({
      baseURL: new URL(page.url()).origin,
      storageState: role ? sessions[role] : undefined,
    })
    for (const verb of Object.keys(verbs)) {
      const answer = await context.request.post(`/rows/${row?.id}`, {
        headers: {
          'next-action': action,
          accept: 'text/x-component',
          'content-type': 'text/plain;charset=UTF-8',
          origin: new URL(page.url()).origin,
        },
        data: JSON.stringify([verb, {}]),
        maxRedirects: 0,
      })
      const code = /"ok":false,"code":"(\w+)"/.exec(await answer.text())?.[1]
      outcomes.push(`${role ?? 'nobody'} ${verb}: ${code}`)
      const least = LEAST[verb] as Role
      // Who may gets as far as the input, which is empty.
      expected.push(
        `${role ?? 'nobody'} ${verb}: ${role && may(role, least) ? 'invalid' : 'forbidden'}`,
      )
    }
    await context.close()
  }
  expect(outcomes).toEqual(expected)
  expect(await demo.rows('SELECT count(*)::int AS n FROM quality.command')).toEqual(before)
})

test('every route, asked for by every role and by nobody', async ({ browser, sessions }) => {
  for (const role of [undefined, ...ROLES]) {
    const context = await browser.newContext({
      baseURL: `http://127.0.0.1:${process.env.E2E_PORT}`,
      storageState: role ? sessions[role] : undefined,
    })
    const get = (path: string) => context.request.get(path, { maxRedirects: 0 })
    for (const path of PAGES) {
      const answer = await get(path)
      if (role) expect(`${role} ${path} ${answer.status()}`).toBe(`${role} ${path} 200`)
      else {
        expect(`${path} ${answer.status()}`).toBe(`${path} 307`)
        expect(answer.headers().location).toBe(`/sign-in?to=${encodeURIComponent(path)}`)
      }
    }
    const declared = '/api/export/declaration?id=1&part=file'
    for (const path of [
      EXPORT,
      FLAG_EXPORT,
      CUSTOMERS_EXPORT,
      '/api/export/replay?id=1',
      declared,
    ]) {
      const answer = await get(path)
      expect(`${role} ${path} ${answer.status()}`).toBe(
        `${role} ${path} ${role ? (path.includes('?id=') ? answer.status() : 200) : 401}`,
      )
      if (role) expect([200, 404]).toContain(answer.status())
    }
    expect((await get('/api/health')).status()).toBe(200)
    const session = await (await get('/api/auth/get-session')).json()
    expect(session?.user?.role).toBe(role)
    // Nobody makes an account, or a role, by asking the library.
    const signUp = await context.request.post('/api/auth/sign-up/email', {
      data: { email: 'x@example.org', password: 'long-enough', name: 'X', role: 'administrator' },
    })
    expect(signUp.ok()).toBe(false)
    const promote = await context.request.post('/api/auth/update-user', {
      data: { role: 'administrator' },
    })
    expect(promote.ok()).toBe(false)
    await context.close()

    const cookie = role
      ? sessions[role].cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      : ''
    const stop = new AbortController()
    const live = await fetch(`http://127.0.0.1:${process.env.E2E_PORT}/api/live`, {
      headers: { cookie },
      signal: stop.signal,
    })
    expect(live.status).toBe(role ? 200 : 401)
    stop.abort()
  }
})

test('buttons that a role may not use are shown, disabled, with the reason', async ({
  as,
  demo,
}) => {
  const t = words('en')
  const page = await as('viewer')
  const [row] = await demo.rows<{ id: string }>(
    `SELECT id::text AS id FROM quality.quarantine WHERE statut = 'A_TRAITER' ORDER BY id LIMIT 1`,
  )
  await page.goto(`/rows/${row?.id}`)
  const actions = { replay: 'replay', comment: 'comment', claim: 'claim', close: 'close' } as const
  for (const [verb, action] of Object.entries(actions) as [keyof typeof actions, Action][]) {
    const button = page.getByRole('button', { name: t.act[verb] })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAttribute('title', new RegExp(ACTIONS[action]))
  }
})

test('a sign-in leads back to the address that was asked for, and nowhere else', async ({
  page,
}) => {
  await page.goto('/runs?before=20')
  await expect(page).toHaveURL(/\/sign-in\?to=%2Fruns%3Fbefore%3D20$/)
  const form = page.locator('form', { has: page.locator('input[value="viewer@demo.lazaret"]') })
  await form.getByRole('button').click()
  await expect(page).toHaveURL(/\/runs\?before=20$/)
  await page.context().clearCookies()
  await page.goto('/sign-in?to=//example.org/')
  await form.getByRole('button').click()
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/$/)
})
