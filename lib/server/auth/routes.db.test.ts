import { expect, test } from 'vitest'
import { readRow } from '@/lib/server/queries/row'
import { MAX_AUTH_BODY_BYTES } from './routes'
import { cookieOf, emailOf, openAuthLab } from './testing'

const lab = openAuthLab()

/** Routes of the library that the app has no use for, as its documentation lists them. */
const CLOSED = [
  'POST /update-user',
  'POST /update-session',
  'POST /change-password',
  'POST /change-email',
  'POST /verify-password',
  'POST /set-password',
  'POST /delete-user',
  'POST /reset-password',
  'POST /request-password-reset',
  'POST /send-verification-email',
  'POST /revoke-session',
  'POST /revoke-sessions',
  'POST /revoke-other-sessions',
  'POST /link-social',
  'POST /unlink-account',
  'POST /sign-in/social',
  'POST /sign-up/email',
  'POST /refresh-token',
  'POST /get-access-token',
  'GET /list-sessions',
  'GET /list-accounts',
  'GET /account-info',
  'GET /verify-email',
  'GET /callback/google',
  'GET /ok',
  'GET /error',
  'POST /get-session',
  'POST /sign-in/email/',
  'POST //sign-in/email',
]

test('only sign-in, sign-out and the session are open', async () => {
  await lab.person('Ana Open', 'analyst')
  const signedIn = await lab.signIn(emailOf('Ana Open'))
  expect(signedIn.status).toBe(200)
  expect(await signedIn.json()).not.toHaveProperty('token')
  const cookie = cookieOf(signedIn)
  for (const route of CLOSED) {
    const [method = '', path = ''] = route.split(' ')
    const headers = { cookie, 'content-type': 'application/json' }
    const body = method === 'POST' ? JSON.stringify({ name: 'Demo steward' }) : undefined
    const answer = await lab.ask(path, { method, headers, body })
    expect(`${route} ${answer.status}`).toBe(`${route} 404`)
  }
  const session = await (await lab.ask('/get-session', { headers: { cookie } })).json()
  expect(session.user).toMatchObject({ name: 'Ana Open', role: 'analyst' })
  expect(session.session).not.toHaveProperty('token')
  expect((await lab.ask('/sign-out', { method: 'POST', headers: { cookie } })).status).toBe(200)
  expect(await (await lab.ask('/get-session', { headers: { cookie } })).json()).toBeNull()
})

test('a body is read to a small limit, declared or not', async () => {
  const headers = { 'content-type': 'application/json' }
  const large = JSON.stringify({ email: 'x'.repeat(MAX_AUTH_BODY_BYTES), password: 'y' })
  let pulled = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1
      controller.enqueue(new Uint8Array(1024))
    },
  })
  const tries: RequestInit[] = [
    { method: 'POST', headers, body: large },
    { method: 'POST', headers, body: endless, duplex: 'half' } as RequestInit,
  ]
  for (const init of tries) expect((await lab.ask('/sign-in/email', init)).status).toBe(413)
  expect(pulled).toBeLessThan(20)
})

test('a record shows the name that its author had then, also after the account has ended', async () => {
  const { db } = lab
  const id = await lab.person('Ana Before')
  const [row] = await db.rows<{ id: string }>(
    `INSERT INTO quality.quarantine (dataset, key_hash, occurrence, content_hash, rule, other_rules,
      statut, first_seen, unmet, run_id, n)
    VALUES ('d', gen_random_uuid(), 1, gen_random_uuid(), 'R', '{}', 'A_TRAITER', now(), 0, 1, 1)
    RETURNING id::text`,
  )
  const comment = (at: string) =>
    db.rows(
      `INSERT INTO quality.quarantine_event (quarantine_id, at, kind, actor, dataset, open_from,
        open_to, rule, note)
      VALUES ($1::bigint, ${at}, 'COMMENTED', $2, 'd', false, false, 'R', 'seen')`,
      [row?.id, id],
    )
  await comment('clock_timestamp()')
  await db.rows(`UPDATE auth."user" SET name = 'Somebody Else' WHERE id = $1`, [id])
  await comment('clock_timestamp()')
  // An event with the clock of an old delivery is older than the account.
  await comment(`now() - interval '90 days'`)
  await db.rows(`DELETE FROM auth."user" WHERE id = $1`, [id])
  const names = (await readRow(db, Number(row?.id)))?.events.map((event) => event.actor)
  expect(names).toEqual(['Ana Before', 'Somebody Else', 'Ana Before'])
  await expect(db.rows(`UPDATE auth.identity SET name = 'x'`)).rejects.toThrow(/append-only/)
  await expect(db.rows('DELETE FROM auth.identity')).rejects.toThrow(/append-only/)
})
