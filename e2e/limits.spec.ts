import { expect, type Page } from '@playwright/test'
import { MOST_TRIES } from '@/lib/server/auth/tries'
import { test, words } from './demo'

async function guess(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel(words('en').shell.email).fill(email)
  await page.getByLabel(words('en').shell.password).fill(password)
  await page.getByRole('button', { name: words('en').shell.signIn, exact: true }).click()
  await expect(
    page.getByRole('button', { name: words('en').shell.signIn, exact: true }),
  ).toBeEnabled()
}

test('a password cannot be guessed from the form, nor past it', async ({ page, request }) => {
  const t = words('en').shell
  // An address of its own, so that the demo's people are not kept waiting.
  const email = `guessed-${Date.now()}@example.org`
  await page.goto('/sign-in')
  await guess(page, email, 'wrong-word')
  await expect(page.getByText(t.wrongSignIn)).toBeVisible()
  // Straight to the library, each from another address as far as headers go.
  const statuses: number[] = []
  for (let n = 2; n <= MOST_TRIES + 2; n++) {
    const answer = await request.post('/api/auth/sign-in/email', {
      headers: { 'x-forwarded-for': `198.51.100.${n}` },
      data: { email, password: `wrong-${n}` },
    })
    statuses.push(answer.status())
  }
  expect(statuses.slice(0, MOST_TRIES - 1)).toEqual(Array(MOST_TRIES - 1).fill(401))
  expect(statuses.slice(MOST_TRIES - 1)).toEqual([429, 429])
  await guess(page, email, 'wrong-again')
  await expect(page.getByText(t.tooManyTries)).toBeVisible()
})

test('an address that leads nowhere answers 404, behind a skeleton too', async ({ as }) => {
  const page = await as('viewer')
  const nowhere = [
    '/rows/999999999',
    '/rows/abc',
    '/runs/999999999',
    '/replays/999999999',
    '/declarations/999999999',
    '/replays/new?ids=none',
    '/rules/ordens_venda/NO_SUCH_RULE',
    '/flags/clientes/no_such_flag',
    '/flow/rows?kind=in&from=yesterday',
    '/no/such/page',
  ]
  const found = []
  for (const address of nowhere) {
    const answer = await page.request.get(address)
    found.push(`${address} ${answer.status()}`)
  }
  expect(found).toEqual(nowhere.map((address) => `${address} 404`))
})

test('an address that no query can hold is refused, and is no outage', async ({ as }) => {
  const page = await as('viewer')
  const rule = '/rules/ordens_venda/VBAK_CLIENTE_INEXISTENTE'
  const found = []
  for (const address of [
    '/flags/clientes/cnpj_ausente?text=%00',
    '/impact?text=a%00b',
    '/api/export/flag?dataset=clientes&flag=cnpj_ausente&format=csv&text=%00',
    `${rule}?cause=99999999999999999999`,
  ]) {
    found.push((await page.request.get(address)).status())
  }
  expect(found).toEqual([400, 400, 400, 200])
})

test('HEAD holds nothing: exports, streams and health go on afterwards', async ({ as }) => {
  const page = await as('analyst')
  const at = '/api/export?format=csv&domain=order-to-cash&filter=%7B%7D'
  const found = []
  for (const path of [at, '/api/live', '/api/auth/get-session', '/api/health']) {
    for (let n = 0; n < 5; n++) found.push((await page.request.head(path)).status())
  }
  expect(found).toEqual([...Array(15).fill(405), ...Array(5).fill(200)])
  expect((await page.request.get(at)).status()).toBe(200)
})

test('too many downloads at once: the next is told to wait, and may come later', async ({ as }) => {
  const page = await as('analyst', { locale: 'fr' })
  const at = `http://127.0.0.1:${process.env.E2E_PORT}/api/export?format=csv&domain=order-to-cash&filter=%7B%7D`
  const cookies = await page.context().cookies(at)
  const headers = { cookie: cookies.map((c) => `${c.name}=${c.value}`).join('; ') }
  const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(at, { headers })))
  const refused = answers.filter((answer) => answer.status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(await refused[0]?.text()).toBe(words('fr').shell.tooManyOwnExports)
  expect(refused[0]?.headers.get('retry-after')).toBeTruthy()
  for (const answer of answers) await answer.arrayBuffer().catch(() => {})
  await expect.poll(async () => (await fetch(at, { headers })).status).toBe(200)
})
