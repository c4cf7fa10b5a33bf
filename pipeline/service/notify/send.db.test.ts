import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { projectRoot } from '@/lib/shared/env'
import { startWorker, until } from '@/pipeline/service/worker/worker.testing'
import { MAX_ATTEMPTS } from './backoff'
import { addChannel, BASE, Outbox } from './notify.testing'
import { openHook, openMailbox } from './post.testing'
import { forgetOld } from './retention'

const FIRST = '2026-01-05T12:00:00Z'
const WARNED = '2026-01-12T12:00:00Z'
/** So many after WARNED. */
const minutes = (n: number) => new Date(Date.parse(WARNED) + n * 60_000).toISOString()

/** One alert for one channel, told at WARNED. */
async function oneMessage(
  channel: Parameters<typeof addChannel>[1],
  smtp?: string,
): Promise<Outbox> {
  const o = await Outbox.open(smtp)
  await addChannel(o.db, channel)
  await o.scene.enter(FIRST)
  await o.scene.sweep(WARNED)
  return o
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

describe('a receiver that is down', () => {
  it('is tried again, ever later, and gets the message once when it is back', async () => {
    const port = await freePort()
    const o = await oneMessage(
      { kind: 'mail', address: 'ops@example.com' },
      `smtp://127.0.0.1:${port}`,
    )
    expect(await o.send(WARNED)).toEqual({ sent: 0, deferred: 1, failed: 0 })
    expect(await o.states()).toEqual(['pending 1 unreachable'])
    const tried: number[] = []
    for (let minute = 0; minute <= 16; minute += 0.5) {
      if ((await o.send(minutes(minute))).deferred > 0) tried.push(minute)
    }
    // A minute, two, four, eight; up to a fifth later.
    expect(tried).toHaveLength(3)
    const gaps = [0, ...tried].flatMap((t, i, all) => (i > 0 ? [t - (all[i - 1] ?? 0)] : []))
    for (const [i, gap] of gaps.entries()) {
      expect(gap).toBeGreaterThanOrEqual(2 ** i)
      expect(gap).toBeLessThanOrEqual(2 ** i * 1.2 + 1)
    }
    const box = await openMailbox({}, port)
    expect(await o.send(minutes(30))).toMatchObject({ sent: 1 })
    expect(await o.send(minutes(60))).toEqual({ sent: 0, deferred: 0, failed: 0 })
    expect(box.mails).toHaveLength(1)
    expect(await o.states()).toEqual(['sent 5'])
  })

  it('has failed after a day, visibly, and only a person tries again', async () => {
    const o = await oneMessage({
      kind: 'webhook',
      address: `http://127.0.0.1:${await freePort()}/x`,
    })
    let at = WARNED
    for (let n = 0; n < MAX_ATTEMPTS; n += 1) {
      await o.send(at)
      at = (
        await o.db.row<{ at: Date }>('SELECT next_at AS at FROM quality.notification')
      ).at.toISOString()
    }
    expect(await o.states()).toEqual([`failed ${MAX_ATTEMPTS} unreachable`])
    const hours = (Date.parse(at) - Date.parse(WARNED)) / 3_600_000
    expect(hours).toBeGreaterThan(20)
    expect(hours).toBeLessThan(26)
    expect(await o.send(minutes(9 * 24 * 60))).toEqual({ sent: 0, deferred: 0, failed: 0 })
    const day = 24 * 60
    await forgetOld(o.db, new Date(minutes(90 * day)))
    expect(await o.states()).toHaveLength(1)
    await forgetOld(o.db, new Date(minutes(90 * day + 1)))
    expect(await o.states()).toEqual([])
  })

  it('costs one attempt, whatever waits for it, and holds up nobody else', async () => {
    const hook = await openHook()
    const o = await oneMessage({
      kind: 'webhook',
      address: `http://127.0.0.1:${await freePort()}/x`,
    })
    await addChannel(o.db, { kind: 'webhook', address: hook.url })
    await o.scene.enter(FIRST, { rule: 'S' })
    await o.scene.sweep(minutes(1))
    await o.scene.enter(FIRST, { rule: 'T' })
    await o.scene.sweep(minutes(2))
    expect(await o.send(minutes(2))).toEqual({ sent: 2, deferred: 1, failed: 0 })
    expect(hook.posts).toHaveLength(2)
  })

  it('mail waits where no mail server is set, and says what is missing', async () => {
    const o = await oneMessage({ kind: 'mail', address: 'ops@example.com' })
    await o.send(WARNED)
    expect(await o.db.row('SELECT status, error FROM quality.notification')).toEqual({
      status: 'pending',
      error: { code: 'no_server', detail: 'LAZARET_SMTP_URL' },
    })
  })
})

describe('a refusal', () => {
  it('of the recipient (550) is final at once, with the words of the server', async () => {
    const box = await openMailbox({
      onRcptTo: (_, __, done) =>
        done(Object.assign(new Error('No such\r\n user here'), { responseCode: 550 })),
    })
    const o = await oneMessage({ kind: 'mail', address: 'nobody@example.com' }, box.url)
    expect(await o.send(WARNED)).toEqual({ sent: 0, deferred: 0, failed: 1 })
    expect(await o.states()).toEqual(['failed 1 refused'])
    const { error } = await o.db.row<{ error: { detail: string } }>(
      'SELECT error FROM quality.notification',
    )
    expect(error.detail).toMatch(/^550 No such\s+user here$/)
  })

  it('for now (451), and of our password (535), is not', async () => {
    const later = await openMailbox({
      onRcptTo: (_, __, done) =>
        done(Object.assign(new Error('Greylisted'), { responseCode: 451 })),
    })
    const o = await oneMessage({ kind: 'mail', address: 'a@example.com' }, later.url)
    await o.send(WARNED)
    expect(await o.states()).toEqual(['pending 1 refused'])
    const locked = await openMailbox({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_, __, done) =>
        done(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
    })
    const secret = 'hunter2hunter2'
    const p = await oneMessage(
      { kind: 'mail', address: 'a@example.com' },
      locked.url.replace('//', `//ops:${secret}@`),
    )
    await p.send(WARNED)
    expect(await p.states()).toEqual(['pending 1 sign_in'])
    expect(JSON.stringify(await p.db.rows('SELECT * FROM quality.notification'))).not.toContain(
      secret,
    )
  })

  it.each([
    [400, 'failed 1 http'],
    [410, 'failed 1 http'],
    [302, 'failed 1 redirect'],
    [429, 'pending 1 http'],
    [500, 'pending 1 http'],
    [503, 'pending 1 http'],
  ])('of a webhook: %s is %s', async (status, state) => {
    const elsewhere = await openHook()
    const body = `no\u0007\n${'x'.repeat(100_000)}`
    const hook = await openHook({
      status,
      body,
      headers: { location: elsewhere.url, 'retry-after': '5400' },
    })
    const o = await oneMessage({ kind: 'webhook', address: hook.url })
    await o.send(WARNED)
    expect(await o.states()).toEqual([state])
    expect(elsewhere.posts).toEqual([])
    const row = await o.db.row<{ error: { detail: string }; wait: string }>(
      `SELECT error, extract(epoch FROM next_at - created_at) AS wait FROM quality.notification`,
    )
    expect(row.error.detail.length).toBeLessThan(310)
    if (state.startsWith('pending')) expect(Number(row.wait)).toBe(5400)
  })
})

describe('two workers', () => {
  it('send each message once', async () => {
    const hook = await openHook()
    const o = await Outbox.open()
    for (let n = 0; n < 25; n += 1) await addChannel(o.db, { kind: 'webhook', address: hook.url })
    await o.scene.enter(FIRST)
    await o.scene.sweep(WARNED)
    const dbs = await Promise.all([1, 2, 3].map(() => Db.open(o.scene.url)))
    const sent = await Promise.all(dbs.map((db) => o.send(WARNED, db)))
    for (const db of dbs) await db.close()
    expect(sent.reduce((n, s) => n + s.sent, 0)).toBe(25)
    expect(new Set(hook.posts.map((p) => p.headers['idempotency-key'])).size).toBe(25)
    expect(hook.posts).toHaveLength(25)
  })

  it('when one is killed between sending and recording, the other repeats it with the same id', async () => {
    const hook = await openHook()
    const o = await oneMessage({ kind: 'webhook', address: hook.url })
    // Recording waits for a lock that we hold; claiming has happened before.
    const script = `import { Db } from './lib/shared/db/connection'
      import { sendDue } from './pipeline/service/notify/send'
      const db = await Db.open(process.env.URL)
      await sendDue(db, { now: () => new Date(process.env.AT) })`
    const other = await Db.open(o.scene.url)
    await o.db.exec(`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN PERFORM pg_advisory_xact_lock(77); RETURN NEW; END$$`)
    await o.db.exec(`CREATE TRIGGER hold BEFORE UPDATE ON quality.notification FOR EACH ROW
      WHEN (NEW.status = 'sent') EXECUTE FUNCTION hold()`)
    await other.exec('SELECT pg_advisory_lock(77)')
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script],
      {
        cwd: projectRoot,
        env: { ...process.env, URL: o.scene.url, AT: WARNED, LAZARET_URL: BASE },
        stdio: 'inherit',
      },
    )
    await until(() => hook.posts.length === 1)
    await until(async () => {
      const waiting = 'SELECT count(*)::int AS n FROM pg_locks WHERE objid = 77 AND NOT granted'
      return (await o.db.row<{ n: number }>(waiting)).n > 0
    })
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    await o.db.exec(
      `SELECT pg_terminate_backend(l.pid) FROM pg_locks l WHERE l.objid = 77 AND NOT l.granted`,
    )
    await other.exec('SELECT pg_advisory_unlock(77)')
    await other.close()
    expect(await o.states()).toEqual(['pending 1'])
    // Claimed still; then free.
    expect((await o.send(minutes(1))).sent).toBe(0)
    expect((await o.send(minutes(3))).sent).toBe(1)
    const ids = hook.posts.map((p) => p.headers['idempotency-key'])
    expect(ids).toEqual([ids[0], ids[0]])
    expect(hook.posts[1]?.body).toBe(hook.posts[0]?.body)
    expect(await o.states()).toEqual(['sent 2'])
  })

  it('the worker process sends by itself what a sweep writes', async () => {
    const hook = await openHook()
    const o = await Outbox.open()
    await addChannel(o.db, { kind: 'webhook', address: hook.url })
    const worker = await startWorker(o.scene.url)
    await o.scene.enter(FIRST)
    await o.scene.sweep(WARNED)
    await until(() => hook.posts.length === 1)
    await worker.says('notification 1 to channel 1 was sent')
    expect(worker.output()).not.toContain('/hook/')
    await sleep(100)
    expect(await o.states()).toEqual(['sent 1'])
  })
})
