import { describe, expect, it } from 'vitest'
import { readChannels, readDeliveries } from '@/lib/server/queries/channels'
import { Forbidden, Invalid, NotFound } from '@/lib/shared/errors'
import { createChannel } from './create-channel'
import { deleteChannel } from './delete-channel'
import { openLab, person, wish } from './lab.testing'
import { retryNotification } from './retry-notification'
import { rotateChannelSecret } from './rotate-channel-secret'
import { testChannel } from './test-channel'
import { updateChannel } from './update-channel'

const SECRET = 's'.repeat(43)
const URL = 'https://hooks.example.com/services/T0/very-secret?key=k3y'
/** 15:00 in São Paulo. */
const AT = new Date('2026-01-06T18:00:00Z')

const fields = {
  name: 'Vendas',
  form: 'json' as const,
  language: 'pt-BR' as const,
  owners: ['Vendas'],
  rules: [],
  domains: [],
  levels: [],
  alerts: true,
  digest: true,
  digestHour: 7,
  enabled: true,
}
const webhook = { ...fields, kind: 'webhook' as const, address: URL, secret: SECRET }
const mail = { ...fields, kind: 'mail' as const, address: 'vendas@example.com' }

async function open() {
  const lab = await openLab()
  const call = { db: lab.db, actor: person('administrator'), at: AT }
  return { ...lab, call, rows: lab.t.db.rows.bind(lab.t.db) }
}

it('a secret is in the channel and nowhere else', async () => {
  const { call, rows, db } = await open()
  const { channel, to } = await createChannel(call, { requestId: wish(), ...webhook })
  expect(to).toBe('https://hooks.example.com/…')
  const other = 'z'.repeat(43)
  await rotateChannelSecret(call, { requestId: wish(), channel, secret: other })
  await updateChannel(call, { requestId: wish(), channel, ...fields, address: `${URL}2` })
  await testChannel(call, { requestId: wish(), channel })
  const seen = JSON.stringify([
    await rows('SELECT * FROM quality.command'),
    await rows('SELECT * FROM quality.notification'),
    await readChannels(db),
    await readDeliveries(db),
  ])
  for (const secret of [SECRET, other, 'very-secret', 'k3y']) expect(seen).not.toContain(secret)
  expect(await rows('SELECT secret, address FROM quality.channel')).toEqual([
    { secret: other, address: `${URL}2` },
  ])
})

describe('what is refused', () => {
  it.each<[string, object]>([
    ['address', { address: 'not an address' }],
    ['address', { address: 'a@example.com, b@example.com' }],
    ['address', { address: 'a@example.com\r\nBcc: b@example.com' }],
    ['address', { ...webhook, address: 'ftp://example.com/' }],
    ['address', { ...webhook, address: 'javascript:alert(1)' }],
    ['address', { ...webhook, address: 'https://user:password@example.com/' }],
    ['secret', { ...webhook, secret: undefined }],
    ['name', { name: ' ' }],
    ['name', { name: 'a\nb' }],
    ['digestHour', { digestHour: 24 }],
    ['language', { language: 'de' }],
    ['levels.0', { levels: ['info'] }],
  ])('%s of %o', async (field, wrong) => {
    const db = { transaction: (work: (tx: object) => unknown) => work({ rows: async () => [{}] }) }
    const call = { db: db as never, actor: person('administrator') }
    const made = createChannel(call, { requestId: wish(), ...mail, ...wrong })
    await expect(made).rejects.toThrow(Invalid)
    await expect(made).rejects.toMatchObject({ fields: { [field]: expect.any(String) } })
  })

  it('everything to everybody but administrators, and what is not there', async () => {
    const { call } = await open()
    const steward = { ...call, actor: person('steward') }
    const id = { requestId: wish(), channel: 1 }
    for (const verb of [
      () => createChannel(steward, { requestId: wish(), ...mail }),
      () => updateChannel(steward, { ...id, ...fields }),
      () => deleteChannel(steward, id),
      () => testChannel(steward, id),
      () => rotateChannelSecret(steward, { ...id, secret: SECRET }),
      () => retryNotification(steward, { requestId: wish(), notification: 1 }),
    ]) {
      await expect(verb()).rejects.toThrow(Forbidden)
    }
    const none = () => ({ requestId: wish(), channel: 99 })
    await expect(updateChannel(call, { ...none(), ...fields })).rejects.toThrow(NotFound)
    await expect(deleteChannel(call, none())).rejects.toThrow(NotFound)
    await expect(testChannel(call, none())).rejects.toThrow(NotFound)
    await expect(rotateChannelSecret(call, { ...none(), secret: SECRET })).rejects.toThrow(NotFound)
    await expect(retryNotification(call, { requestId: wish(), notification: 99 })).rejects.toThrow(
      NotFound,
    )
  })
})

it('a digest begins with the next time of its hour', async () => {
  const { call, rows } = await open()
  const day = async () =>
    (await rows<{ day: string | null }>('SELECT digest_day::text AS day FROM quality.channel'))[0]
      ?.day
  const { channel } = await createChannel(call, { requestId: wish(), ...mail })
  const change = (more: object, at = AT) =>
    updateChannel({ ...call, at }, { requestId: wish(), channel, ...fields, ...more })
  // It is three in the afternoon.
  expect(await day()).toBe('2026-01-06')
  await change({ digestHour: 16 }, new Date('2026-01-07T13:00:00Z'))
  expect(await day()).toBe('2026-01-06')
  await change({ digestHour: 8 }, new Date('2026-01-07T13:00:00Z'))
  expect(await day()).toBe('2026-01-07')
  await change({ digestHour: 8, enabled: false }, new Date('2026-01-09T13:00:00Z'))
  await change({ digestHour: 8 }, new Date('2026-01-10T13:00:00Z'))
  expect(await day()).toBe('2026-01-10')
})

it('a test, and what was given up, are handed to the worker; switched off gives up what waits', async () => {
  const { call, rows } = await open()
  const { channel } = await createChannel(call, { requestId: wish(), ...mail })
  const input = { requestId: wish(), channel }
  const { notification } = await testChannel(call, input)
  expect(await testChannel(call, input)).toMatchObject({ notification, repeated: true })
  const jobs = () => rows(`SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'notify'`)
  expect(await jobs()).toEqual([{ key: 'notify' }])
  const state = () => rows('SELECT status, attempts, error FROM quality.notification')
  expect(await state()).toEqual([{ status: 'pending', attempts: 0, error: null }])
  const off = { requestId: wish(), channel, ...fields, enabled: false }
  expect(await updateChannel(call, off)).toMatchObject({ givenUp: 1 })
  expect(await state()).toEqual([
    { status: 'failed', attempts: 0, error: { code: 'off', detail: '' } },
  ])
  await retryNotification(call, { requestId: wish(), notification })
  expect(await state()).toMatchObject([{ status: 'pending', attempts: 0 }])
  await call.db.rows(`UPDATE quality.notification SET status = 'sent'`)
  await expect(retryNotification(call, { requestId: wish(), notification })).rejects.toMatchObject({
    reason: 'moved_on',
  })
  await deleteChannel(call, { requestId: wish(), channel })
  expect(await state()).toEqual([])
})
