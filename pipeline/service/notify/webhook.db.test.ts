import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addChannel, declare, Outbox, SECRET } from './notify.testing'
import { openHook } from './post.testing'

const FIRST = '2026-01-05T12:00:00Z'
const WARNED = '2026-01-12T12:00:00Z'

describe('a webhook', () => {
  it('is signed: an HMAC of our own agrees, and not with another secret, body or time', async () => {
    const hook = await openHook()
    const o = await Outbox.open()
    await addChannel(o.db, { kind: 'webhook', address: hook.url })
    await o.scene.enter(FIRST)
    await o.scene.sweep(WARNED)
    await o.send(WARNED)
    const [post] = hook.posts
    const [, t = '', v1] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(post?.headers['x-lazaret-signature'])) ?? []
    expect(Number(t) * 1000).toBe(Date.parse(WARNED))
    const hmac = (secret: string, time: string, body = '') =>
      createHmac('sha256', secret).update(`${time}.`).update(body, 'utf8').digest('hex')
    expect(hmac(SECRET, t, post?.body)).toBe(v1)
    expect(hmac('another', t, post?.body)).not.toBe(v1)
    expect(hmac(SECRET, t, `${post?.body} `)).not.toBe(v1)
    expect(hmac(SECRET, String(Number(t) + 1), post?.body)).not.toBe(v1)
    expect(JSON.parse(post?.body ?? '')).toMatchObject({
      schema: 'lazaret.notification/1',
      id: post?.headers['idempotency-key'],
      kind: 'alerts',
      at: '2026-01-12T12:00:00.000Z',
      language: 'en',
      channel: { id: 1, name: 'Ops' },
      alerts: [
        {
          change: 'opened',
          kind: 'age',
          level: 'warning',
          domain: 'd',
          dataset: 't',
          rule: 'R',
          text: 'Rows are older than the limit of 7 days',
          url: 'https://lazaret.example.com/rules/t/R?minAge=7',
          detail: { rows: 1, warn_days: 7 },
        },
      ],
    })
    expect(post?.body).not.toContain(SECRET)
  })

  /** The body that a form makes of 300 alerts of rules with nasty names. */
  async function manyIn(form: 'slack' | 'teams'): Promise<string> {
    const hook = await openHook()
    const o = await Outbox.open()
    await addChannel(o.db, { kind: 'webhook', form, address: hook.url, language: 'fr' })
    await declare(o.db, 'R0', 'Vendas', '<!channel> [a](http://evil) *b* & <http://evil|c>')
    for (let n = 0; n < 300; n += 1) await o.scene.enter(FIRST, { rule: `R${n}` })
    await o.scene.sweep(WARNED)
    await o.send(WARNED)
    expect(hook.posts).toHaveLength(1)
    return hook.posts[0]?.body ?? ''
  }

  it('in Slack form keeps to its limits, and lets no value mention or link', async () => {
    const body = await manyIn('slack')
    const { text, blocks } = JSON.parse(body) as {
      text: string
      blocks: { type: string; text?: { text: string } }[]
    }
    expect(text).toBe('Lazaret: 300 nouvelles alertes')
    expect(blocks.length).toBeLessThanOrEqual(50)
    for (const block of blocks) expect(block.text?.text.length ?? 0).toBeLessThanOrEqual(3000)
    const all = blocks.map((b) => b.text?.text).join('\n')
    expect(all).toContain('&lt;!channel&gt;')
    expect(all).not.toMatch(/<!channel>|<http:\/\/evil/)
    for (const n of [0, 150, 299]) {
      expect(all).toContain(`<https://lazaret.example.com/rules/t/R${n}?minAge=7|Voir les lignes>`)
    }
  })

  it('in Teams form is an Adaptive Card below 28 KB that says what it leaves out', async () => {
    const body = await manyIn('teams')
    expect(Buffer.byteLength(body)).toBeLessThan(28 * 1024)
    const { type, attachments } = JSON.parse(body)
    expect(type).toBe('message')
    expect(attachments[0].contentType).toBe('application/vnd.microsoft.card.adaptive')
    const { content } = attachments[0]
    expect(content).toMatchObject({ type: 'AdaptiveCard', version: '1.4', lang: 'fr' })
    const shown = body.split('"Action.OpenUrl","title":"Voir les lignes"').length - 1
    expect(shown).toBeGreaterThan(20)
    expect(body).toContain(`Et ${300 - shown} de plus`)
    // Only blocks that read no Markdown hold names.
    expect(body).not.toContain('"TextBlock"')
    const kinds = new Set(content.body.map((b: { type: string }) => b.type))
    expect([...kinds].sort()).toEqual(['Container', 'RichTextBlock'])
  })
})
