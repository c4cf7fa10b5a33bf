import { expect, test } from 'vitest'
import { endSession } from '@/lib/server/commands/end-session'
import { readSessions } from '@/lib/server/queries/accounts'
import { changeOwnPassword } from './own-password'
import { findSession } from './session'
import { IDLE_HOURS } from './state'
import { cookieOf, emailOf, openAuthLab, TEST_PASSWORD } from './testing'
import { MOST_TRIES } from './tries'

const lab = openAuthLab()
const HERE = '192.0.2.1'
const sent = (cookie: string, from = HERE) => new Headers({ cookie, 'x-forwarded-for': from })

test('the right password works from elsewhere while one address guesses', async () => {
  await lab.person('Ana Guessed')
  const email = emailOf('Ana Guessed')
  for (let n = 0; n < MOST_TRIES; n++) {
    expect((await lab.signIn(email, `wrong-${n}`, HERE)).status).toBe(401)
  }
  for (let n = 0; n < 3; n++) expect((await lab.signIn(email, 'wrong', HERE)).status).toBe(429)
  expect((await lab.signIn(email, TEST_PASSWORD, HERE)).status).toBe(429)
  expect((await lab.signIn(email, TEST_PASSWORD, '198.51.100.7')).status).toBe(200)
})

test('the current password cannot be guessed with a session either', async () => {
  await lab.person('Bob Session')
  const email = emailOf('Bob Session')
  const cookie = cookieOf(await lab.signIn(email, TEST_PASSWORD, HERE))
  const found = await findSession(sent(cookie), lab.db)
  if (!found) throw new Error('no session')
  const change = (current: string, next = 'copper window trench') =>
    changeOwnPassword(found.actor, sent(cookie), current, next)
  expect(await change(TEST_PASSWORD, '12345678')).toBe('weak')
  expect(await change(TEST_PASSWORD, email)).toBe('weak')
  expect(await change(TEST_PASSWORD, 'short')).toBe('short')
  for (let n = 0; n < MOST_TRIES; n++) expect(await change(`wrong-${n}`)).toBe('wrong')
  expect(await change(TEST_PASSWORD)).toBe('often')
  await lab.db.rows('DELETE FROM auth.sign_in_try')
  const other = cookieOf(await lab.signIn(email, TEST_PASSWORD, HERE))
  expect(await change(TEST_PASSWORD)).toBe('done')
  expect(await findSession(sent(other), lab.db)).toBeUndefined()
  expect(await findSession(sent(cookie), lab.db)).toBeDefined()
})

test('a session rests no longer than a day, lasts two weeks at most, and ends with its account', async () => {
  const id = await lab.person('Eve Idle')
  const signIn = async () => cookieOf(await lab.signIn(emailOf('Eve Idle'), TEST_PASSWORD, HERE))
  const cookie = await signIn()
  const found = await findSession(sent(cookie), lab.db)
  const twoWeeks = Date.now() + 14 * 86_400_000
  expect(Math.abs((found?.expiresAt.getTime() ?? 0) - twoWeeks)).toBeLessThan(60_000)
  const age = (hours: number) =>
    lab.db.rows(
      'UPDATE auth.session SET seen_at = now() - make_interval(hours => $2) WHERE id = $1',
      [found?.session, hours],
    )
  await age(IDLE_HOURS - 1)
  expect(await findSession(sent(cookie), lab.db)).toBeDefined()
  await age(IDLE_HOURS - 1)
  // Used since: the rest begins anew.
  await findSession(sent(cookie), lab.db)
  await age(IDLE_HOURS)
  expect(await findSession(sent(cookie), lab.db)).toBeUndefined()
  expect(await (await lab.ask('/get-session', { headers: { cookie } })).json()).toBeNull()
  const again = await signIn()
  await lab.db.rows('UPDATE auth."user" SET disabled_at = now() WHERE id = $1', [id])
  expect(await findSession(sent(again), lab.db)).toBeUndefined()
  expect((await lab.signIn(emailOf('Eve Idle'), TEST_PASSWORD, HERE)).status).toBe(401)
})

test('people see and end their own sessions, nobody else’s', async () => {
  await lab.person('Joe Own')
  const ida = await lab.person('Ida Own')
  const cookies = []
  for (let n = 0; n < 3; n++) {
    cookies.push(cookieOf(await lab.signIn(emailOf('Joe Own'), TEST_PASSWORD, HERE)))
  }
  const joe = await findSession(sent(cookies[0] ?? ''), lab.db)
  if (!joe) throw new Error('no session')
  const sessions = await readSessions(lab.db, joe.actor.id)
  expect(sessions).toHaveLength(3)
  expect(sessions[0]?.address).toBe(HERE)
  const call = { db: lab.db, actor: joe.actor }
  const theirs = { db: lab.db, actor: { id: ida, name: 'Ida', role: 'administrator' as const } }
  const [other] = sessions.filter((session) => session.id !== joe.session)
  const session = other?.id ?? ''
  await expect(endSession(theirs, { requestId: 'ida-ends-1', session })).rejects.toThrow()
  expect(await endSession(call, { requestId: 'joe-ends-1', session })).toMatchObject({ ended: 1 })
  const rest = { requestId: 'joe-ends-2', othersThan: joe.session }
  expect(await endSession(call, rest)).toMatchObject({ ended: 1 })
  expect(await readSessions(lab.db, joe.actor.id)).toMatchObject([{ id: joe.session }])
})

test('the cookie goes over TLS only when the reader came so', async () => {
  await lab.person('Tls Reader')
  const body = JSON.stringify({ email: emailOf('Tls Reader'), password: TEST_PASSWORD })
  const headers = { 'content-type': 'application/json', 'x-forwarded-proto': 'https' }
  const plain = (await lab.signIn(emailOf('Tls Reader'))).headers.get('set-cookie')
  expect(plain).not.toContain('Secure')
  expect(plain).toContain('HttpOnly')
  const answer = await lab.ask('/sign-in/email', { method: 'POST', body, headers })
  expect(answer.headers.get('set-cookie')).toMatch(/^__Secure-lazaret.*Secure/)
  expect(
    await findSession(new Headers({ ...headers, cookie: cookieOf(answer) }), lab.db),
  ).toBeDefined()
})
