import { describe, expect, it } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { writeDigests } from './digest'
import { addChannel, BASE, declare, Outbox } from './notify.testing'
import { openHook, openMailbox } from './post.testing'

/** Moments at which a digest is written, while somebody looks every `minutes`. */
async function written(o: Outbox, from: string, to: string, minutes = 10): Promise<string[]> {
  const found: string[] = []
  for (let t = Date.parse(from); t <= Date.parse(to); t += minutes * 60_000) {
    const at = new Date(t)
    if ((await writeDigests(o.db, at)) > 0) found.push(at.toISOString().slice(0, 16))
  }
  return found
}

describe('the hour', () => {
  it('07:00 in Paris, once a day, also when the clocks change', async () => {
    const o = await Outbox.open(undefined, 'Europe/Paris')
    await addChannel(o.db, { kind: 'mail', address: 'a@example.com', digest_hour: 7 })
    expect(await written(o, '2026-03-28T00:00:00Z', '2026-03-30T20:00:00Z')).toEqual([
      '2026-03-28T06:00',
      '2026-03-29T05:00',
      '2026-03-30T05:00',
    ])
    expect(await written(o, '2026-10-24T00:00:00Z', '2026-10-26T20:00:00Z')).toEqual([
      '2026-10-24T05:00',
      '2026-10-25T06:00',
      '2026-10-26T06:00',
    ])
  })

  it('02:00, which one night does not have and another has twice', async () => {
    const o = await Outbox.open(undefined, 'Europe/Paris')
    await addChannel(o.db, { kind: 'mail', address: 'a@example.com', digest_hour: 2 })
    expect(await written(o, '2026-03-28T12:00:00Z', '2026-03-29T20:00:00Z')).toEqual([
      '2026-03-28T12:00',
      '2026-03-29T01:00',
    ])
    expect(await written(o, '2026-10-24T20:00:00Z', '2026-10-25T20:00:00Z')).toEqual([
      '2026-10-24T20:00',
      '2026-10-25T00:00',
    ])
  })

  it('after days away comes one, of today; several workers write one', async () => {
    const o = await Outbox.open(undefined, 'Europe/Paris')
    const id = await addChannel(o.db, { kind: 'mail', address: 'a@example.com', digest_hour: 7 })
    await writeDigests(o.db, new Date('2026-06-01T05:00:00Z'))
    const back = new Date('2026-06-09T13:20:00Z')
    const dbs = await Promise.all([1, 2, 3, 4].map(() => Db.open(o.scene.url)))
    const wrote = await Promise.all(dbs.map((db) => writeDigests(db, back)))
    for (const db of dbs) await db.close()
    expect(wrote.sort()).toEqual([0, 0, 0, 1])
    const keys = await o.db.rows('SELECT key FROM quality.notification ORDER BY id')
    expect(keys).toEqual([{ key: 'digest/2026-06-01' }, { key: 'digest/2026-06-09' }])
    // Not even when the mark is lost.
    await o.db.exec('UPDATE quality.channel SET digest_day = NULL WHERE id = $1', [id])
    await writeDigests(o.db, back)
    expect(await o.states()).toHaveLength(2)
  })
})

it('says what is open, per owner, in the language of the channel', async () => {
  const box = await openMailbox()
  const o = await Outbox.open(box.url, 'Europe/Paris')
  await declare(o.db, 'R', 'Vendas', 'Sans client')
  await declare(o.db, 'S', 'Cadastro', 'Sans nom')
  await addChannel(o.db, { kind: 'mail', address: 'a@example.com', language: 'fr', digest_hour: 7 })
  const hook = await openHook()
  await addChannel(o.db, {
    kind: 'webhook',
    address: hook.url,
    digest_hour: 7,
    owners: ['Cadastro'],
  })
  await addChannel(o.db, { kind: 'webhook', address: hook.url, digest_hour: 8 })
  await addChannel(o.db, { kind: 'webhook', address: hook.url })
  await o.scene.enter('2026-05-20T10:00:00Z', { rule: 'R', n: 1200 })
  await o.scene.enter('2026-05-31T10:00:00Z', { rule: 'R', n: 34 })
  await o.scene.leave('2026-05-31T12:00:00Z', { rule: 'R', n: 10 })
  await o.scene.enter('2026-06-01T01:00:00Z', { rule: 'S', n: 2 })
  await o.db.exec(`UPDATE quality.quarantine SET ready = true WHERE rule = 'R' AND id % 4 = 0`)
  await o.scene.sweep('2026-06-01T04:00:00Z')
  await o.db.exec('DELETE FROM quality.notification')
  expect(await writeDigests(o.db, new Date('2026-06-01T05:00:00Z'))).toBe(2)
  await o.send('2026-06-01T05:00:00Z')

  const ready = Number(
    (await o.db.row<{ n: string }>('SELECT sum(rows) AS n FROM quality.stock WHERE ready')).n,
  )
  const { mail } = box.mails[0] ?? {}
  const text = (mail?.text ?? '').replaceAll(/[\u202f\u00a0]/g, ' ')
  expect(mail?.subject?.replaceAll(/[\u202f\u00a0]/g, ' ')).toBe(
    `Lazaret: 1 juin 2026 : 1 226 lignes ouvertes, ${ready} prêtes, 1 alerte`,
  )
  expect(text).toContain('Alertes ouvertes\n')
  expect(text).toContain(`${BASE}/rules/t/R?minAge=7`)
  const figures = `1 224 ouvertes · ${ready} prêtes · la plus ancienne 11 jours · hier +34 −10 · aujourd’hui +0 −0`
  expect(text).toContain(`Par responsable\n---------------\n\n· Cadastro\n`)
  expect(text).toContain(`· Vendas\n  ${figures}\n`)
  expect(text).toContain(
    `· Sans client (fr)\n  R · ${figures}\n  Voir les lignes: ${BASE}/rules/t/R\n`,
  )
  expect(text).toContain(
    '· Cadastro\n  2 ouvertes · 0 prêtes · la plus ancienne 0 jour · hier +0 −0 · aujourd’hui +2 −0',
  )

  expect(hook.posts).toHaveLength(1)
  expect(JSON.parse(hook.posts[0]?.body ?? '')).toMatchObject({
    kind: 'digest',
    digest: {
      day: '2026-06-01',
      rows: 2,
      today: { in: 2, out: 0 },
      owners: [
        {
          owner: 'Cadastro',
          rows: 2,
          rules: [{ rule: 'S', rows: 2, means: 'Sans nom (en)', url: `${BASE}/rules/t/S` }],
        },
      ],
      alerts: [],
    },
  })
})
