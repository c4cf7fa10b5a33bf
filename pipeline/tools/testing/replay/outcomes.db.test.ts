import { expect, test } from 'vitest'
import { executeReplay } from '@/pipeline/operations/replay/execute'
import { replayReport } from '@/pipeline/operations/replay/report'
import { adhoc } from '@/pipeline/tools/testing/adhoc'
import { ask, EVERYTHING, figures, readyAndPreviewed, replay } from './asking'
import { broken } from './contract'
import { all, FAMILY, files } from './family'
import { turn } from './verbs'

/** p1 is missing; f1 waits for it, n1 for f1; f2 and n2 have more wrong with them. */
async function waiting() {
  const t = await adhoc(FAMILY)
  await t.run(
    all({
      pais: ['p0,1'],
      filhos: ['f0,p0,1.00,BRL', 'f1,p1,5.00,EUR', 'f2,p1,-5.00,BRL'],
      netos: ['n0,f0,,1.00', 'n1,f1,,2.00', 'n2,f2,,3.00', 'n3,f1,p9,4.00'],
    }),
  )
  return t
}

test('nothing is settled while no reference changed, and that is not called success', async () => {
  const t = await waiting()
  const before = await t.values('filhos', 'id')
  const report = await replay(t)
  expect(figures(report)).toBe('5 = 0 S + 5 F + 0 K')
  expect(report).toMatchObject({
    status: 'done',
    settled_what: 'nothing',
    next_blockers: {},
    open: 0,
  })
  expect(await t.values('filhos', 'id')).toEqual(before)
  expect((await t.events('netos')).filter((e) => e.includes('REPLAY_FAILED'))).toHaveLength(3)
  expect(await broken(t.db, t.domain)).toEqual([])
})

test('parents before children, waiting children included; what fails next is said', async () => {
  const t = await waiting()
  await t.run(files({ pais: ['p1,1'], notas: ['p1,oi'] }), { mode: 'delta' })
  expect(await readyAndPreviewed(t)).toEqual({
    ready: ['filhos f1', 'netos n1'],
    would: ['filhos f1', 'netos n1'],
  })
  const report = await replay(t, { scope: { filter: { rule: 'FILHO_SEM_PAI' } } })
  // f2 moved to its next rule when its parent came, so only f1 is asked for; n1 and n3 wait for it.
  expect(report).toMatchObject({ requested: 1, cascaded: 2, settled_what: 'some' })
  expect(figures(report)).toBe('3 = 2 S + 1 F + 0 K')
  expect(report.by_rule).toEqual({
    FILHO_SEM_PAI: { settled: 1, still_failing: 0, skipped: 0 },
    NETO_FILHO_RETIDO: { settled: 1, still_failing: 1, skipped: 0 },
  })
  expect(report.next_blockers).toEqual({ NETO_SEM_PADRINHO: 1 })
  expect(await t.silver('filhos', 'id', 'pai', 'v', 'm')).toContainEqual({
    id: 'f1',
    pai: 'p1',
    v: '5.00',
    m: 'EUR',
  })
  expect(await t.values('netos', 'id')).toEqual(['n0', 'n1'])
  expect(await t.waiting('netos')).toEqual(['n2: NETO_FILHO_RETIDO', 'n3: NETO_SEM_PADRINHO'])
  expect((await t.events('filhos')).at(-1)).toBe(
    'f1 EXITED REPLAYED replay: FILHO_SEM_PAI 5.00 → -',
  )
  const [n3] = (await t.live('netos')).filter((r) => r.key_text === 'n3')
  // The currency comes through the parent, which waited in EUR.
  expect(n3).toMatchObject({ currency: 'EUR', unmet: 1, ready: false, customer: 'p1' })
  expect(await broken(t.db, t.domain)).toEqual([])
})

test('a replayed row enriches, and is enriched', async () => {
  const t = await adhoc(FAMILY)
  await t.run(all({ notas: ['p1,oi', 'p2,tchau'] }))
  await t.run(files({ pais: ['p1,1', 'p2,0'] }), { mode: 'delta' })
  expect(await t.silver('pais', 'id', 'nota')).toEqual([{ id: 'p1', nota: null }])
  expect(figures(await replay(t))).toBe('3 = 1 S + 2 F + 0 K')
  expect(await t.silver('pais', 'id', 'nota')).toEqual([{ id: 'p1', nota: 'oi' }])
})

test('a child whose parent stays is looked at and stays; its own readiness is not lost', async () => {
  const t = await waiting()
  await t.run(files({ pais: ['p1,1'] }), { mode: 'delta' })
  const n1 = (await t.live('netos')).find((r) => r.key_text === 'n1')
  const report = await replay(t, { scope: { ids: [Number(n1?.id)] } })
  expect(report.error).toBeUndefined()
  expect(figures(report)).toBe('1 = 0 S + 1 F + 0 K')
  // Replayed with its parent it would settle: still ready, still under its parent's cause.
  expect((await t.live('netos')).find((r) => r.key_text === 'n1')).toMatchObject({
    ready: true,
    unmet: 0,
  })
  expect(await broken(t.db, t.domain)).toEqual([])
  expect(figures(await replay(t, { scope: { filter: { ready: true } } }))).toBe(
    '3 = 2 S + 1 F + 0 K',
  )
})

test('rows outside the scope learn what the replay changed', async () => {
  const t = await waiting()
  await t.run(files({ pais: ['p1,1', 'p9,1'] }), { mode: 'delta' })
  const f1 = (await t.live('filhos')).find((r) => r.key_text === 'f1')
  const id = await ask(t.db, t.domain, { scope: { ids: [Number(f1?.id)] } })
  await t.db.exec('DELETE FROM quality.replay_item WHERE replay_id = $1 AND cascaded', [id])
  await t.db.exec('UPDATE quality.replay SET cascaded = 0 WHERE id = $1', [id])
  await executeReplay(t.url, t.domain, id)
  expect(await t.waiting('netos')).toEqual([
    'n1: NETO_FILHO_RETIDO',
    'n2: NETO_FILHO_RETIDO',
    'n3: NETO_FILHO_RETIDO',
  ])
  expect((await t.live('netos')).map((r) => r.ready)).toEqual([true, false, true])
  const { ready, would } = await readyAndPreviewed(t)
  expect(ready).toEqual(would)
  expect(await broken(t.db, t.domain)).toEqual([])
})

test('closed rows are skipped and said so, superseded ones too', async () => {
  const t = await waiting()
  await t.run(files({ pais: ['p1,1', 'p9,1'] }), { mode: 'delta' })
  const id = await ask(t.db, t.domain)
  await turn(t, 'close', 'netos', 'n1')
  await t.run(files({ netos: ['n2,f0,,3.00'] }), { mode: 'delta' })
  await executeReplay(t.url, t.domain, id)
  const report = await replayReport(t.db, id)
  expect(figures(report)).toBe('5 = 2 S + 1 F + 2 K')
  expect(report.skipped_why).toEqual({ closed: 1, superseded: 1 })
  expect(await t.exits('netos')).toEqual(['n2: CORRECTED', 'n3: REPLAYED'])
  expect((await t.live('netos')).map((r) => [r.key_text, r.statut])).toEqual([['n1', 'CLASSEE']])
  // Opened again it is ready at once, and leaves with the next replay.
  await turn(t, 'reopen', 'netos', 'n1')
  expect(figures(await replay(t, { scope: { filter: { ready: true } } }))).toBe(
    '1 = 1 S + 0 F + 0 K',
  )
  expect(await broken(t.db, t.domain)).toEqual([])
})

test('a closed parent holds its ready children back until it is opened again', async () => {
  const t = await waiting()
  await t.run(files({ pais: ['p1,1', 'p9,1'] }), { mode: 'delta' })
  await turn(t, 'close', 'filhos', 'f1')
  expect(await readyAndPreviewed(t)).toEqual({ ready: [], would: [] })
  await turn(t, 'reopen', 'filhos', 'f1')
  const { ready, would } = await readyAndPreviewed(t)
  expect(ready).toEqual(['filhos f1', 'netos n1', 'netos n3'])
  expect(would).toEqual(ready)
})

test('malformed and ambiguous rows never settle by replay; rows of one key stay together', async () => {
  const t = await adhoc(FAMILY)
  await t.run(
    all({
      filhos: ['f1,p1,5.00,BRL', 'f1,p1,6.00,BRL', 'f2,"p1,5.00', 'f3,p1,7.00,BRL,x,y'],
    }),
  )
  await t.run(files({ pais: ['p1,1'] }), { mode: 'delta' })
  const live = await t.live('filhos')
  const [one] = live.filter((r) => r.key_text === 'f1')
  // One of the two alone, as a chunk of one row, would look valid.
  const alone = await replay(t, { scope: { ids: [Number(one?.id)] } }, { chunkRows: 1 })
  expect(figures(alone)).toBe('1 = 0 S + 1 F + 0 K')
  await turn(t, 'close', 'filhos', 'f1')
  await t.run(files({ filhos: ['f1,p1,5.00,BRL', 'f1,p1,8.00,BRL'] }), { mode: 'delta' })
  const report = await replay(t, {}, { chunkRows: 1 })
  expect(report.settled).toBe(0)
  expect(await t.silver('filhos', 'id')).toEqual([])
  expect((await t.waiting('filhos')).filter((w) => w.startsWith('f1'))).toEqual([
    'f1: FILHOS_CHAVE_AMBIGUA',
    'f1: FILHOS_CHAVE_AMBIGUA',
  ])
  expect(await broken(t.db, t.domain)).toEqual([])
})

test('a repeated value waits for a newer delivery, whichever half is replayed', async () => {
  const t = await adhoc([
    { name: 'donos', columns: { id: 'text' } },
    {
      name: 'carros',
      columns: { id: 'text', placa: 'text', dono: 'text' },
      rules: [
        { kind: 'reference', code: 'SEM_DONO', name: 'dono', to: 'donos', columns: { id: 'dono' } },
        { kind: 'unique', code: 'PLACA_REPETIDA', columns: ['placa'] },
      ],
    },
  ])
  await t.run({ 'DONOS.csv': 'id\n', 'CARROS.csv': 'id,placa,dono\nc1,X,d1\nc2,X,d1\nc3,Y,d1\n' })
  await t.run({ 'DONOS.csv': 'id\nd1\n' }, { mode: 'delta' })
  const [c1] = (await t.live('carros')).filter((r) => r.key_text === 'c1')
  expect((await replay(t, { scope: { ids: [Number(c1?.id)] } })).settled).toBe(0)
  expect(figures(await replay(t, { scope: EVERYTHING }))).toBe('3 = 1 S + 2 F + 0 K')
  expect(await t.waiting('carros')).toEqual(['c1: PLACA_REPETIDA', 'c2: PLACA_REPETIDA'])
})

test('after rules changed a replay is refused until a run has judged with them', async () => {
  const t = await waiting()
  await t.redeclare(
    FAMILY.map((d) =>
      d.name === 'filhos' ? { ...d, rules: d.rules?.filter((r) => r.kind === 'reference') } : d,
    ),
  )
  const report = await replay(t)
  expect(report).toMatchObject({ status: 'failed', error: { reason: 'rules_changed' } })
  expect(figures(report)).toBe('5 = 0 S + 0 F + 5 K')
  await t.rebuild()
  expect((await replay(t)).status).toBe('done')
  expect(await broken(t.db, t.domain)).toEqual([])
})

test('the clock of a replay does not go back behind the last run', async () => {
  const t = await waiting()
  await t.run(files({ pais: ['p1,1'] }), { mode: 'delta' })
  await replay(t, { asOf: '2020-01-01T00:00:00Z' })
  const { early } = await t.db.row<{ early: string }>(
    `SELECT count(*) AS early FROM quality.quarantine WHERE settled_at < first_seen`,
  )
  expect(early).toBe('0')
  expect(await broken(t.db, t.domain)).toEqual([])
})
