import { describe, expect, it } from 'vitest'
import { addChannel, BASE, declare, Outbox } from './notify.testing'
import { openHook, openMailbox } from './post.testing'

const FIRST = '2026-01-05T12:00:00Z'
/** Seven and twenty-one days later. */
const WARNED = '2026-01-12T12:00:00Z'
const CRITICAL = '2026-01-26T12:00:00Z'

describe('an alert by mail', () => {
  it('is told when it opens, escalates and closes, once each, with the way to its rows', async () => {
    const box = await openMailbox()
    const o = await Outbox.open(box.url)
    await declare(o.db, 'R', 'Vendas', 'Sem cliente')
    await addChannel(o.db, { kind: 'mail', address: 'vendas@example.com', language: 'pt-BR' })
    await o.scene.enter(FIRST, { n: 3 })
    expect(await o.scene.sweep(WARNED)).toMatchObject({ opened: 1, messages: 1 })
    expect(await o.send(WARNED)).toEqual({ sent: 1, deferred: 0, failed: 0 })
    // 48 sweeps over the same state: nothing more is told.
    for (let half = 1; half <= 48; half += 1) {
      const at = new Date(Date.parse(WARNED) + half * 1_800_000).toISOString()
      expect(await o.scene.sweep(at)).toMatchObject({ opened: 0, messages: 0 })
      expect((await o.send(at)).sent).toBe(0)
    }
    expect(box.mails).toHaveLength(1)
    const { mail, to } = box.mails[0] ?? {}
    expect(to).toEqual(['vendas@example.com'])
    expect(mail?.from?.value).toEqual([{ address: 'lazaret@example.com', name: 'Lazaret' }])
    expect(mail?.subject).toBe(
      'Lazaret: Aviso: Há linhas mais antigas que o limite de 7 dias – Sem cliente (pt)',
    )
    const link = `${BASE}/rules/t/R?minAge=7`
    expect(mail?.text).toContain(`Ver as linhas: ${link}`)
    expect(mail?.text).toContain('Vendas · desde 12/01/2026, 09:00')
    expect(mail?.html).toContain(`<a href="${link}"`)
    expect(mail?.html).not.toMatch(/<(img|script|link)|url\(/)
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.headers.get('list')).toEqual({
      id: { name: 'channel-1.lazaret.lazaret.example.com' },
    })

    expect(await o.scene.sweep(CRITICAL)).toMatchObject({ escalated: 1, messages: 1 })
    await o.send(CRITICAL)
    expect(box.mails[1]?.mail.subject).toContain(
      'Agora crítico: Há linhas mais antigas que o limite de 21',
    )
    expect(box.mails[1]?.mail.text).toContain(`${BASE}/rules/t/R?minAge=21`)
    await o.scene.leave('2026-01-27T00:00:00Z', { n: 3 })
    await o.scene.sweep('2026-01-27T01:00:00Z')
    await o.send('2026-01-27T01:00:00Z')
    expect(box.mails[2]?.mail.subject).toContain('Fechado: ')
    expect(box.mails).toHaveLength(3)
    expect(new Set(box.mails.map((m) => m.mail.messageId)).size).toBe(3)
  })

  it('is one mail with a list when one sweep opens forty', async () => {
    const box = await openMailbox()
    const o = await Outbox.open(box.url)
    await addChannel(o.db, { kind: 'mail', address: 'ops@example.com' })
    for (let n = 0; n < 40; n += 1) await o.scene.enter(FIRST, { rule: `R${n}` })
    expect(await o.scene.sweep(WARNED)).toMatchObject({ opened: 40, messages: 1 })
    await o.send(WARNED)
    expect(box.mails).toHaveLength(1)
    expect(box.mails[0]?.mail.subject).toBe('Lazaret: 40 new alerts')
    for (let n = 0; n < 40; n += 1) {
      expect(box.mails[0]?.mail.text).toContain(`${BASE}/rules/t/R${n}?minAge=7\n`)
    }
  })

  it('cannot be given a header by a name or a value', async () => {
    const box = await openMailbox()
    const o = await Outbox.open(box.url)
    const evil = 'Order\r\nBcc: thief@example.com\r\n\r\n<b>x</b>'
    await declare(o.db, 'R', 'Vendas', evil)
    await addChannel(o.db, { kind: 'mail', address: 'a@example.com', name: evil })
    await o.scene.enter(FIRST)
    await o.scene.sweep(WARNED)
    await o.send(WARNED)
    expect(box.mails[0]?.to).toEqual(['a@example.com'])
    expect(box.mails[0]?.mail.bcc).toBeUndefined()
    expect(box.mails[0]?.mail.subject).toContain('Order Bcc: thief@example.com')
    expect(box.mails[0]?.mail.html).toContain('&lt;b&gt;x&lt;/b&gt;')
  })
})

describe('who is told', () => {
  it('owners, rules, domains, levels: each channel what it takes', async () => {
    const hook = await openHook()
    const o = await Outbox.open()
    await declare(o.db, 'R', 'Vendas')
    await declare(o.db, 'S', 'Cadastro')
    const to = (name: string, more: object = {}) =>
      addChannel(o.db, { kind: 'webhook', address: `${hook.url}/${name}`, name, ...more })
    await to('all')
    await to('vendas', { owners: ['Vendas'] })
    await to('cadastro', { owners: ['Cadastro', 'Nobody'] })
    await to('rule', { rules: ['t/S', 'x/R'] })
    await to('domain', { domains: ['elsewhere'] })
    await to('critical', { levels: ['critical'] })
    await to('off', { enabled: false })
    await to('digest-only', { alerts: false })
    const told = async (at: string) => {
      hook.posts.length = 0
      await o.scene.sweep(at)
      await o.send(at)
      return hook.posts
        .map(({ path, body }) => {
          const { alerts } = JSON.parse(body) as { alerts: Record<string, string>[] }
          return `${path.split('/').at(-1)}: ${alerts
            .map((a) => `${a.rule ?? a.kind} ${a.change}`)
            .sort()
            .join(', ')}`
        })
        .sort()
    }
    await o.scene.enter(FIRST, { rule: 'R' })
    expect(await told(WARNED)).toEqual(['all: R opened', 'vendas: R opened'])
    await o.scene.enter('2026-01-19T12:00:00Z', { rule: 'S' })
    expect(await told(CRITICAL)).toEqual([
      'all: R escalated, S opened',
      'cadastro: S opened',
      'critical: R escalated',
      'rule: S opened',
      'vendas: R escalated',
    ])
    // A run belongs to no owner and no rule.
    await o.scene.run('2026-01-26T13:00:00Z', 'failed')
    expect(await told('2026-01-26T13:00:00Z')).toEqual([
      'all: run_failed opened',
      'critical: run_failed opened',
    ])
    // Who heard that it was critical hears that it is not, also when it was a warning in between.
    await o.scene.enter('2026-01-15T12:00:00Z', { rule: 'R' })
    await o.scene.leave('2026-01-26T14:00:00Z', { rule: 'R' })
    expect(await told('2026-01-26T14:00:00Z')).toEqual([
      'all: R lowered',
      'critical: R lowered',
      'vendas: R lowered',
    ])
    await o.scene.leave('2026-01-26T15:00:00Z', { rule: 'R' })
    expect(await told('2026-01-26T15:00:00Z')).toEqual([
      'all: R closed',
      'critical: R closed',
      'vendas: R closed',
    ])
    await o.scene.leave('2026-01-26T16:00:00Z', { rule: 'S' })
    expect(await told('2026-01-26T16:00:00Z')).toEqual([
      'all: S closed',
      'cadastro: S closed',
      'rule: S closed',
    ])
  })
})

it('a sweep that fails tells nothing', async () => {
  const o = await Outbox.open()
  await addChannel(o.db, { kind: 'mail', address: 'ops@example.com' })
  await o.scene.enter(FIRST)
  await o.db.exec('ALTER TABLE quality.notification ADD CONSTRAINT never CHECK (id < 0)')
  await expect(o.scene.sweep(WARNED)).rejects.toThrow('never')
  expect(await o.db.rows('SELECT id FROM quality.alert')).toEqual([])
  await o.db.exec('ALTER TABLE quality.notification DROP CONSTRAINT never')
  expect(await o.scene.sweep(WARNED)).toMatchObject({ opened: 1, messages: 1 })
})
