/** Runs every verb of people and every export at least once, on order-to-cash and declaratif. */
import { verbs } from '@/lib/server/commands'
import { person, wish } from '@/lib/server/commands/lab.testing'
import { exportCustomers } from '@/lib/server/export/customers'
import { exportDeclaration } from '@/lib/server/export/declaration'
import { exportFlag } from '@/lib/server/export/flag'
import { exportQuarantine } from '@/lib/server/export/quarantine'
import { exportReplay } from '@/lib/server/export/replay'
import { Db } from '@/lib/shared/db/connection'
import type { Database } from '@/lib/shared/db/database'
import { requestReplay } from '@/lib/shared/replay/request'
import { requestScheduled } from '@/lib/shared/replay/scheduled'
import { ensureSearchIndexes } from '@/lib/shared/search'
import { AT } from './reads.testing'

const domain = 'order-to-cash'
const CHANNEL = {
  name: 'Channel',
  language: 'en',
  owners: [],
  rules: [],
  domains: [],
  levels: [],
  alerts: true,
  digest: true,
  digestHour: 7,
  enabled: true,
}

/** Does a verb; what it refuses is refused after its statements ran, and is no fault here. */
type Act = (name: keyof typeof verbs, input: object) => Promise<Record<string, unknown>>

function actor(db: Database): Act {
  const call = { db, actor: person('administrator'), at: AT }
  return (name, input) =>
    (verbs[name] as unknown as (c: typeof call, i: object) => Promise<Record<string, unknown>>)(
      call,
      { requestId: wish(), ...input },
    ).catch((error) => {
      if (error.code === 'conflict' || error.code === 'not_found') return {}
      throw error
    })
}

/** Verbs on rows and causes, with ids, a cause and a filter. */
export async function actOnRows(db: Database, url: string): Promise<void> {
  const act = actor(db)
  const [row] = await db.rows<{ id: string; cause: string }>(
    `SELECT id, cause_id AS cause FROM quality.quarantine
    WHERE statut = 'A_TRAITER' AND rule = 'VBAK_CLIENTE_INEXISTENTE' ORDER BY id LIMIT 1`,
  )
  const target = { ids: [Number(row?.id)] }
  const cause = { cause: Number(row?.cause) }
  const filter = { filter: { rule: 'VBAK_CLIENTE_INEXISTENTE' } }
  const repeated = { requestId: wish(), domain, target, text: 'seen' }
  await act('comment', repeated)
  await act('comment', repeated)
  await act('comment', { domain, target: { ids: [999_999] }, text: 'nobody' })
  await act('assign', { domain, target: filter, owner: 'Cadastro' })
  await act('snooze', { domain, target: cause, until: '2026-12-24T12:00:00Z' })
  await act('claim', { domain, target: cause, note: 'created' })
  await act('claim', { domain, target: filter })
  await act('close', { domain, target, reason: 'not ours' })
  await act('reopen', { domain, target, reason: 'ours' })
  const rule = { domain, dataset: 'ordens_venda', rule: 'VBAK_CLIENTE_INEXISTENTE' }
  await act('set-thresholds', { ...rule, warnDays: 3, replay: 'manual' })
  const asked = { requestId: wish(), domain, target: { ...filter, limit: 5 }, kind: 'replay' }
  const { replay } = await act('request-replay', asked)
  await act('request-replay', asked)
  await act('request-replay', { domain, target, kind: 'replay', previewId: replay })
  await act('cancel-replay', { replay })
  await db.rows(
    `INSERT INTO quality.alert (kind, domain, subject, level, opened_at, detail)
    VALUES ('run_failed', $1, '1', 'critical', now(), '{}')`,
    [domain],
  )
  const [alert] = await db.rows<{ id: number }>('SELECT max(id) AS id FROM quality.alert')
  await act('acknowledge-alert', { alert: Number(alert?.id) })
  await act('acknowledge-alert', { alert: Number(alert?.id) })
  await act('request-declaration', { domain: 'declaratif' })
  await act('request-declaration', { domain: 'declaratif' })
  const own = await Db.open(url)
  await requestScheduled(own, domain, 'nightly', AT, 'night')
  const again = { domain, scope: { filter: {}, limit: 1 }, kind: 'replay', actor: 'x' } as const
  for (const _ of [1, 2]) {
    await db.transaction((tx) => requestReplay(tx, { ...again, idempotencyKey: 'twice' }))
  }
  await ensureSearchIndexes(own)
  await own.close()
}

/** Verbs on accounts, devices and channels. */
export async function actOnSettings(db: Database): Promise<void> {
  const act = actor(db)
  const password = 'correct horse'
  const people = { name: 'Ada', role: 'administrator', password }
  const { account } = await act('create-account', { ...people, email: 'ada@example.org' })
  const other = await act('create-account', { ...people, email: 'bob@example.org' })
  await act('change-role', { account, role: 'viewer' })
  await act('reset-password', { account, password })
  await act('delete-account', { account: other.account })
  const { device } = await act('create-device', { name: 'Hall', token: 'A'.repeat(43) })
  await act('revoke-device', { device })
  const secret = 's'.repeat(43)
  const address = 'https://hooks.example.com/x'
  const hook = { ...CHANNEL, form: 'json', kind: 'webhook', address, secret }
  const { channel } = await act('create-channel', hook)
  await act('rotate-channel-secret', { channel, secret: 'z'.repeat(43) })
  const { notification } = await act('test-channel', { channel })
  await act('retry-notification', { notification })
  await act('update-channel', { channel, ...CHANNEL, form: 'json', enabled: false })
  const mail = { ...CHANNEL, form: 'json', kind: 'mail', address: 'a@example.com' }
  await act('delete-channel', { channel: (await act('create-channel', mail)).channel })
}

/** Every export, read to its end. */
export async function exportEverything(db: Database, url: string): Promise<void> {
  const locale = 'en'
  const read = async (download: { body: ReadableStream<Uint8Array> } | undefined) => {
    if (!download) throw new Error('there is something to export')
    await new Response(download.body).arrayBuffer()
  }
  await read(await exportQuarantine({ domain, scope: { filter: {} }, locale }, 'csv', url))
  const scope = { filter: { ready: false }, limit: 10 }
  await read(await exportQuarantine({ domain, scope, locale }, 'csv', url))
  const flagged = { dataset: 'clientes', flag: 'cnpj_ausente', locale } as const
  await read(await exportFlag(flagged, 'csv', url))
  await read(await exportFlag({ ...flagged, text: 'a', hide: ['cod_cliente'] }, 'csv', url))
  const figure = { rows: 'titulos_abertos', figure: 'carteira_aberta', currency: 'BRL' }
  const customers = { domain, ...figure, sort: 'money', desc: true, locale } as const
  await read(await exportCustomers(customers, 'csv', url))
  const [replay] = await db.rows<{ id: number }>('SELECT max(id) AS id FROM quality.replay')
  await read(await exportReplay({ id: Number(replay?.id), locale }, 'csv', url))
  const [made] = await db.rows<{ id: number }>(
    `SELECT max(id) AS id FROM quality.declaration WHERE status = 'done'`,
  )
  await read(await exportDeclaration(Number(made?.id), 'file', db))
}
