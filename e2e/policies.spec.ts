import { expect, test } from './demo'

/** `as` fails the test on console errors: a script, style or request that the policy blocks is one. */
test('every screen works under its content policy, and may not be framed', async ({ as }) => {
  const page = await as('administrator')
  for (const path of [
    '/',
    '/flow',
    '/alerts',
    '/impact',
    '/flags',
    '/runs',
    '/replays',
    '/declarations',
    '/proofs',
    '/settings',
    '/search?q=100',
    '/wall',
  ]) {
    const answer = await page.goto(path)
    const headers = answer?.headers() ?? {}
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-.*frame-ancestors/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toContain('same-origin')
  }
  // Hydrated: what a script has to do is done.
  await page.goto('/settings')
  await expect(page.getByRole('table').first()).toBeVisible()
})

test('a host that is not ours is refused, for pages, routes and sign-in', async ({ request }) => {
  for (const path of ['/sign-in', '/api/health', '/api/auth/get-session']) {
    const answer = await request.get(path, { headers: { host: 'evil.example:3103' } })
    expect(`${path} ${answer.status()}`).toBe(`${path} 421`)
  }
})

test('a sign-in stays here whatever the address is written like', async ({ page }) => {
  for (const to of [
    '/%09/evil.example',
    '/%0A/evil.example',
    '/.//evil.example',
    '/..//evil.example',
  ]) {
    await page.goto(`/sign-in?to=${to}`)
    const form = page.locator('form', { has: page.locator('input[value="viewer@demo.lazaret"]') })
    await form.getByRole('button').click()
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    await page.context().clearCookies()
  }
})
