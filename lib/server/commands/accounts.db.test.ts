import { verifyPassword } from 'better-auth/crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDevice } from '@/lib/server/auth/devices'
import { readAccounts, readDevices } from '@/lib/server/queries/accounts'
import type { Role } from '@/lib/shared/auth/permissions'
import { connectClient } from '@/lib/shared/db/client'
import { type Database, databaseOf } from '@/lib/shared/db/database'
import { createTestDatabase } from '@/lib/shared/db/testing'
import { Forbidden, Invalid, NotFound } from '@/lib/shared/errors'
import { changeRole } from './change-role'
import { createAccount } from './create-account'
import { createDevice } from './create-device'
import { deleteAccount } from './delete-account'
import { resetPassword } from './reset-password'
import { revokeDevice } from './revoke-device'

const AT = new Date('2026-11-30T12:00:00Z')
const TOKEN = 'A'.repeat(43)
let wishes = 0
const wish = () => `wish-${wishes++}-${process.pid}`
const call = (db: Database, role: Role = 'administrator') => ({
  db,
  actor: { id: role, name: role, role },
  at: AT,
})

async function open(): Promise<Database> {
  const t = await createTestDatabase()
  const connection = connectClient(t.url)
  onTestFinished(async () => {
    await connection.end()
    await t.drop()
  })
  return databaseOf(connection.client)
}

async function put(db: Database, email: string, role: Role): Promise<string> {
  const input = { requestId: wish(), name: email, email, role, password: 'correct horse' }
  const { account } = await createAccount(call(db), input)
  await db.rows(
    `INSERT INTO auth.session (id, user_id, token, expires_at) VALUES ($1, $1, $1, now() + interval '1 day')`,
    [account],
  )
  return account
}

const sessions = async (db: Database, id: string) =>
  (await db.rows('SELECT id FROM auth.session WHERE user_id = $1', [id])).length

const hashOf = async (db: Database, id: string) => {
  const [row] = await db.rows<{ password: string }>(
    'SELECT password FROM auth.account WHERE user_id = $1',
    [id],
  )
  return row?.password ?? ''
}

describe('accounts', () => {
  it('are made once, and no record holds the password', async () => {
    const db = await open()
    const input = {
      requestId: wish(),
      name: 'Ana',
      email: 'Ana@Example.org',
      role: 'analyst' as const,
      password: 'correct horse',
    }
    const made = await createAccount(call(db), input)
    expect(await createAccount(call(db), input)).toEqual({ ...made, repeated: true })
    await expect(createAccount(call(db), { ...input, requestId: wish() })).rejects.toMatchObject({
      reason: 'account_exists',
    })
    const password = await hashOf(db, made.account)
    expect(await verifyPassword({ hash: password, password: 'correct horse' })).toBe(true)
    const [record] = await db.rows<{ text: string }>(
      `SELECT string_agg(c::text, '') AS text FROM quality.command c`,
    )
    expect(record?.text).toContain('ana@example.org')
    expect(record?.text).not.toContain('correct horse')
  })

  it('lose their sessions with another role, a new password, or when they go', async () => {
    const db = await open()
    await put(db, 'root@example.org', 'administrator')
    const ana = await put(db, 'ana@example.org', 'viewer')
    await changeRole(call(db), { requestId: wish(), account: ana, role: 'viewer' })
    expect(await sessions(db, ana)).toBe(1)
    await changeRole(call(db), { requestId: wish(), account: ana, role: 'steward' })
    expect(await sessions(db, ana)).toBe(0)
    const eva = await put(db, 'eva@example.org', 'viewer')
    await resetPassword(call(db), {
      requestId: wish(),
      account: eva,
      password: 'another brass kettle',
    })
    expect(await sessions(db, eva)).toBe(0)
    const hash = await hashOf(db, eva)
    expect(await verifyPassword({ hash, password: 'another brass kettle' })).toBe(true)
    await deleteAccount(call(db), { requestId: wish(), account: eva })
    const left = await readAccounts(db)
    expect(left.map((a) => `${a.email} ${a.role}`)).toEqual([
      'root@example.org administrator',
      'ana@example.org steward',
    ])
    await expect(deleteAccount(call(db), { requestId: wish(), account: eva })).rejects.toThrow(
      NotFound,
    )
  })

  it('always include an administrator, also when two remove each other at once', async () => {
    const db = await open()
    const a = await put(db, 'a@example.org', 'administrator')
    const last = { requestId: wish(), account: a }
    await expect(deleteAccount(call(db), last)).rejects.toMatchObject({
      reason: 'last_administrator',
    })
    const b = await put(db, 'b@example.org', 'administrator')
    const done = await Promise.allSettled([
      changeRole(call(db), { requestId: wish(), account: a, role: 'viewer' }),
      deleteAccount(call(db), { requestId: wish(), account: b }),
    ])
    expect(done.filter((d) => d.status === 'fulfilled')).toHaveLength(1)
    const administrators = (await readAccounts(db)).filter((x) => x.role === 'administrator')
    expect(administrators).toHaveLength(1)
  })
})

describe('devices', () => {
  it('open with their token until they are revoked, and only its hash is kept', async () => {
    const db = await open()
    const input = { requestId: wish(), name: 'Hall', token: TOKEN }
    const { device } = await createDevice(call(db), input)
    expect(await openDevice(db, TOKEN)).toEqual({ id: device, name: 'Hall' })
    expect(await openDevice(db, 'B'.repeat(43))).toBeUndefined()
    expect(await openDevice(db, undefined)).toBeUndefined()
    const [line] = await readDevices(db)
    expect(line).toMatchObject({ name: 'Hall', createdBy: 'administrator', revokedAt: null })
    expect(line?.lastSeenAt).not.toBeNull()
    const everything = await db.rows<{ text: string }>(
      'SELECT c::text AS text FROM quality.command c UNION ALL SELECT d::text FROM auth.device d',
    )
    expect(everything.map((r) => r.text).join()).not.toContain(TOKEN)
    await revokeDevice(call(db), { requestId: wish(), device })
    expect(await openDevice(db, TOKEN)).toBeUndefined()
    await expect(revokeDevice(call(db), { requestId: wish(), device })).rejects.toMatchObject({
      reason: 'moved_on',
    })
  })

  it('and accounts are for administrators', async () => {
    const db = await open()
    const account = await put(db, 'ana@example.org', 'viewer')
    for (const role of ['viewer', 'analyst', 'steward'] as const) {
      const c = call(db, role)
      const requestId = wish()
      const person = { name: 'x', email: 'x@example.org', role, password: 'correct horse' }
      const attempts = [
        () => createDevice(c, { requestId, name: 'x', token: TOKEN }),
        () => revokeDevice(c, { requestId, device: 1 }),
        () => createAccount(c, { requestId, ...person }),
        () => changeRole(c, { requestId, account, role }),
        () => resetPassword(c, { requestId, account, password: 'correct horse' }),
        () => deleteAccount(c, { requestId, account }),
      ]
      for (const attempt of attempts) await expect(attempt()).rejects.toThrow(Forbidden)
    }
    await expect(
      createDevice(call(db), { requestId: wish(), name: 'x', token: 'guessable' }),
    ).rejects.toThrow(Invalid)
  })
})
