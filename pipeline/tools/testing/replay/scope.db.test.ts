import { expect, test } from 'vitest'
import type { Scope } from '@/lib/shared/scope'
import { executeReplay } from '@/pipeline/operations/replay/execute'
import { replayReport } from '@/pipeline/operations/replay/report'
import { adhoc } from '@/pipeline/tools/testing/adhoc'
import { ask, askAlone, figures, replay, rest } from './asking'
import { broken } from './contract'
import { all, FAMILY, files } from './family'
import { turn } from './verbs'

async function two() {
  const t = await adhoc(FAMILY)
  await t.run(
    all({ filhos: ['f1,p1,5.00,BRL', 'f2,p2,50.00,EUR'], netos: ['n1,f1,,1.00', 'n2,f2,,2.00'] }),
  )
  await t.run(
    files({ pais: ['p1,1'], filhos: ['f3,p3,7.00,BRL'], netos: ['n3,f3,,3.00', 'n4,f0,,4.00'] }),
    { mode: 'delta' },
  )
  return t
}

const frozen = async (t: Awaited<ReturnType<typeof two>>, id: number) =>
  (
    await t.db.rows<{ said: string }>(
      `SELECT q.key_text || CASE WHEN i.cascaded THEN '+' ELSE '' END AS said FROM quality.replay_item i
      LEFT JOIN quality.quarantine q ON q.id = i.quarantine_id WHERE replay_id = $1 ORDER BY 1`,
      [id],
    )
  ).map((r) => r.said)

test('a scope freezes what matches, and the children that wait for it', async () => {
  const t = await two()
  const ids = new Map((await t.live('filhos')).map((r) => [r.key_text, Number(r.id)]))
  const cause = await t.db.row<{ id: string }>(
    `SELECT cause_id AS id FROM quality.quarantine WHERE key_text = 'f2'`,
  )
  await t.db.exec(`UPDATE quality.cause SET owner = 'rui' WHERE id = $1`, [cause.id])
  const cases: [Scope, string[]][] = [
    [{ filter: {} }, ['f1', 'f2', 'f3', 'n1', 'n2', 'n3', 'n4']],
    [{ ids: [ids.get('f1') as number] }, ['f1', 'n1+']],
    [{ filter: { dataset: 'filhos' } }, ['f1', 'f2', 'f3', 'n1+', 'n2+', 'n3+']],
    [{ filter: { rule: 'NETO_SEM_FILHO' } }, ['n4']],
    [{ filter: { cause: Number(cause.id) } }, ['f2', 'n2+']],
    [{ filter: { owner: 'rui' } }, ['f2', 'n2+']],
    [{ filter: { ready: true } }, ['f1', 'n1']],
    [{ filter: { ready: false, dataset: 'filhos' } }, ['f2', 'f3', 'n2+', 'n3+']],
    // A text is looked for in the offending value too: n2 lacks f2.
    [{ filter: { text: 'F2' } }, ['f2', 'n2']],
    [{ filter: { text: 'F2', dataset: 'filhos' } }, ['f2', 'n2+']],
    [{ filter: { customer: 'p3' } }, ['f3', 'n3']],
    [{ filter: { minAmount: '6', maxAmount: '49.99' } }, ['f3', 'n3+']],
    [{ filter: { currency: 'EUR' } }, ['f2', 'n2']],
    [{ filter: { minAgeDays: 1 } }, ['f1', 'f2', 'n1', 'n2']],
    [{ filter: { maxAgeDays: 0 } }, ['f3', 'n3', 'n4']],
    [{ filter: { firstDay: '2026-01-05', dataset: 'netos' } }, ['n1', 'n2']],
    [{ filter: { dataset: 'filhos' }, limit: 2 }, ['f1', 'f2', 'n1+', 'n2+']],
    [{ filter: { dataset: 'nada' } }, []],
  ]
  const asOf = '2026-01-06T18:00:00Z'
  for (const [scope, rows] of cases) {
    const id = await ask(t.db, t.domain, { scope, kind: 'preview', asOf })
    expect(await frozen(t, id), JSON.stringify(scope)).toEqual(rows)
  }
})

test('what enters after the request is untouched', async () => {
  const t = await two()
  const id = await ask(t.db, t.domain)
  await t.run(files({ filhos: ['f9,p9,9.00,BRL'], netos: ['n9,f1,,1.00'] }), { mode: 'delta' })
  await t.run(files({ pais: ['p9,1'] }), { mode: 'delta' })
  await executeReplay(t.url, t.domain, id)
  expect(figures(await replayReport(t.db, id))).toBe('7 = 2 S + 5 F + 0 K')
  expect((await t.live('filhos')).find((r) => r.key_text === 'f9')).toMatchObject({ ready: true })
  expect((await t.live('netos')).find((r) => r.key_text === 'n9')).toMatchObject({ ready: true })
  const events = [...(await t.events('filhos')), ...(await t.events('netos'))]
  expect(events.filter((e) => e.startsWith('f9') || e.startsWith('n9'))).toEqual([
    'f9 ENTERED run: - → FILHO_SEM_PAI 9.00',
    'n9 ENTERED run: - → NETO_FILHO_RETIDO 1.00',
  ])
  expect(await broken(t.db, t.domain)).toEqual([])
})

test('the same key twice is one replay, also at once', async () => {
  const t = await two()
  const key = { idempotencyKey: 'click-1' }
  const ids = await Promise.all(Array.from({ length: 8 }, () => askAlone(t.url, t.domain, key)))
  expect(new Set(ids).size).toBe(1)
  expect(await ask(t.db, t.domain, { ...key, scope: { filter: { rule: 'NETO_RUIM' } } })).toBe(
    ids[0],
  )
  await Promise.all(ids.map((id) => executeReplay(t.url, t.domain, id)))
  expect(figures(await replayReport(t.db, ids[0] as number))).toBe('7 = 2 S + 5 F + 0 K')
  expect(await broken(t.db, t.domain)).toEqual([])
})

test('a preview writes nothing and says what the replay then does', async () => {
  const t = await two()
  const before = await rest(t)
  const preview = await replay(t, { kind: 'preview' }, { chunkRows: 1 })
  expect(await rest(t)).toBe(before)
  expect(preview.references).toEqual({ run: t.report.run, as_of: t.report.as_of })
  const done = await replay(t, { previewId: preview.replay })
  const same = ({ replay: _, kind: __, ...r }: typeof done) => ({
    ...r,
    changes: [],
    changed_since_preview: 0,
  })
  expect(same(done)).toEqual(same(preview))
  expect(done).toMatchObject({ changed_since_preview: 0, changes: [] })
  expect(figures(done)).toBe('7 = 2 S + 5 F + 0 K')
})

test('an executed preview says what changed since', async () => {
  const t = await two()
  const preview = await replay(t, { kind: 'preview' })
  await t.run(files({ pais: ['p1,0', 'p3,1'], netos: ['n4,f0,,5.00'] }), { mode: 'delta' })
  await turn(t, 'close', 'filhos', 'f2')
  const done = await replay(t, { previewId: preview.replay })
  expect(figures(done)).toBe('7 = 2 S + 4 F + 1 K')
  expect(done.changes).toEqual([
    { previewed: 'settled', now: 'still_failing FILHO_PAI_RETIDO', rows: 1 },
    { previewed: 'settled', now: 'still_failing NETO_FILHO_RETIDO', rows: 1 },
    { previewed: 'still_failing FILHO_SEM_PAI', now: 'settled', rows: 1 },
    { previewed: 'still_failing FILHO_SEM_PAI', now: 'skipped closed', rows: 1 },
    { previewed: 'still_failing NETO_FILHO_RETIDO', now: 'settled', rows: 1 },
  ])
  expect(done.changed_since_preview).toBe(5)
})

test('only a finished preview of the same domain can be executed', async () => {
  const t = await two()
  const open = await ask(t.db, t.domain, { kind: 'preview' })
  for (const previewId of [open, 999]) {
    await expect(ask(t.db, t.domain, { previewId })).rejects.toThrow(/preview/)
    await t.db.exec('ROLLBACK')
  }
})
