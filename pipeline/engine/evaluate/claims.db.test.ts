import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { type Adhoc, adhoc } from '@/pipeline/tools/testing/adhoc'

const HEAD = 'id,pai,v\n'

async function open(independent = false): Promise<Adhoc> {
  const t = await adhoc(
    [
      { name: 'pais', columns: { id: 'text' } },
      {
        name: 'filhos',
        columns: { id: 'text', pai: 'text', v: 'integer' },
        rules: [
          { code: 'SEM_PAI', kind: 'reference', name: 'pai', to: 'pais', columns: { id: 'pai' } },
          { code: 'V_POSITIVO', kind: 'range', column: 'v', gt: 0 },
        ],
      },
    ],
    { independent },
  )
  await t.run({
    'PAIS.csv': 'id\nP\n',
    'FILHOS.csv': `${HEAD}a,X,1\nb,X,1\nc,P,-1\nd,P,-1\ne,P,1\n`,
  })
  return t
}

/** As the verb does it, at the clock of the last delivery unless told otherwise. */
const claim = (t: Adhoc, rule: string, at = '2026-01-05T13:00:00Z') =>
  t.db.exec(
    `UPDATE quality.cause SET claim = 'claimed', claimed_by = 'rita', claimed_at = $2, claim_run = NULL WHERE rule = $1`,
    [rule, at],
  )

const state = async (t: Adhoc, rule: string) =>
  t.db.row<{ claim: string | null; run: number | null }>(
    'SELECT claim, claim_run AS run FROM quality.cause WHERE rule = $1',
    [rule],
  )

const refutations = async (t: Adhoc) =>
  (await t.events('filhos')).filter((e) => e.includes('FIX_REFUTED')).map((e) => e.split(':')[0])

describe('a claimed reference', () => {
  it('is confirmed when the parent comes: its rows are ready', async () => {
    const t = await open()
    await claim(t, 'SEM_PAI')
    const { run } = await t.run({ 'PAIS.csv': 'id\nX\n' }, { mode: 'delta' })
    expect(await state(t, 'SEM_PAI')).toEqual({ claim: 'confirmed', run })
    expect(await refutations(t)).toEqual([])
  })

  it('is refuted when the parents come without it, and stays claimed when they do not come', async () => {
    const t = await open()
    await claim(t, 'SEM_PAI')
    await t.run({ 'FILHOS.csv': `${HEAD}a,X,2\nz,X,1\n` }, { mode: 'delta' })
    expect(await state(t, 'SEM_PAI')).toEqual({ claim: 'claimed', run: null })
    const { run } = await t.run({ 'PAIS.csv': 'id\nY\n' }, { mode: 'delta' })
    expect(await state(t, 'SEM_PAI')).toEqual({ claim: 'refuted', run })
    expect(await refutations(t)).toEqual([
      'a FIX_REFUTED run',
      'b FIX_REFUTED run',
      'z FIX_REFUTED run',
    ])
    // A refuted claim is refuted once.
    await t.run({ 'PAIS.csv': 'id\nZ\n' }, { mode: 'delta' })
    expect(await state(t, 'SEM_PAI')).toEqual({ claim: 'refuted', run })
    expect(await refutations(t)).toHaveLength(3)
  })

  it('is not refuted by an extract that is older than the claim, nor by a rebuild', async () => {
    const t = await open()
    await claim(t, 'SEM_PAI', '2026-01-06T12:00:01Z')
    await t.run(
      { 'PAIS.csv': 'id\nY\n' },
      { mode: 'delta', asOf: new Date('2026-01-06T12:00:00Z') },
    )
    await t.rebuild({ asOf: new Date('2026-01-07T12:00:00Z') })
    expect(t.report.status).toBe('committed')
    expect(await state(t, 'SEM_PAI')).toEqual({ claim: 'claimed', run: null })
    await t.run({ 'PAIS.csv': 'id\nZ\n' }, { mode: 'delta' })
    expect((await state(t, 'SEM_PAI')).claim).toBe('refuted')
  })

  it('is over when the cause is back after it was confirmed', async () => {
    const t = await open()
    await claim(t, 'SEM_PAI')
    await t.run({ 'PAIS.csv': 'id\nX\n' }, { mode: 'delta' })
    await t.run(
      { 'PAIS.csv': 'id\nP\n', 'FILHOS.csv': `${HEAD}a,X,1\nb,X,1\nc,P,-1\nd,P,-1\ne,P,1\n` },
      { acceptShrink: true },
    )
    expect(await state(t, 'SEM_PAI')).toEqual({ claim: null, run: null })
    expect(await refutations(t)).toEqual([])
  })
})

describe('a claimed value', () => {
  it('is confirmed when no row of it is left', async () => {
    const t = await open()
    await claim(t, 'V_POSITIVO')
    const { run } = await t.run({ 'FILHOS.csv': `${HEAD}c,P,1\nd,P,1\n` }, { mode: 'delta' })
    expect(await state(t, 'V_POSITIVO')).toEqual({ claim: 'confirmed', run })
  })

  it('stays claimed while its rows do not come, and is refuted by one that comes as it was', async () => {
    const t = await open()
    await claim(t, 'V_POSITIVO')
    await t.run({ 'FILHOS.csv': `${HEAD}c,P,1\ne,P,2\n` }, { mode: 'delta' })
    expect((await state(t, 'V_POSITIVO')).claim).toBe('claimed')
    await t.run({ 'FILHOS.csv': `${HEAD}d,P,-1\n` }, { mode: 'delta' })
    expect((await state(t, 'V_POSITIVO')).claim).toBe('refuted')
    expect(await refutations(t)).toEqual(['d FIX_REFUTED run'])
  })

  it('is refuted by a full delivery that still has it, of its own dataset only', async () => {
    const t = await open(true)
    await claim(t, 'V_POSITIVO')
    await t.run({ 'PAIS.csv': 'id\nP\n' })
    expect((await state(t, 'V_POSITIVO')).claim).toBe('claimed')
    await t.run({ 'FILHOS.csv': `${HEAD}d,P,-1\ne,P,1\n` }, { acceptShrink: true })
    expect((await state(t, 'V_POSITIVO')).claim).toBe('refuted')
  })
})

it('a run and a person who lock the same causes do not end in a deadlock', async () => {
  const t = await adhoc([
    {
      name: 'coisas',
      columns: { id: 'text', v: 'text' },
      rules: [{ code: 'V_OK', kind: 'allowed', column: 'v', values: ['ok'] }],
    },
  ])
  await t.run({ 'COISAS.csv': 'id,v\n1,x\n2,y\n' })
  const causes = await t.db.rows<{ id: number }>('SELECT id::int FROM quality.cause ORDER BY id')
  const [low, high] = causes.map((c) => c.id)
  // The later one first in the table, as after somebody changed the other.
  for (const id of [high, low]) {
    await t.db.exec(
      `UPDATE quality.cause SET claim = 'claimed', claimed_at = now() WHERE id = $1`,
      [id],
    )
  }
  const person = await Db.open(t.url)
  onTestFinished(() => person.close())
  const lock = (id: number | undefined) =>
    person.rows('SELECT FROM quality.cause WHERE id = $1 FOR UPDATE', [id])
  await person.exec('BEGIN')
  await lock(low)
  const run = t.run({ 'COISAS.csv': 'id,v\n1,ok\n2,ok\n' })
  await vi.waitUntil(
    async () => {
      // Not on the person's connection: inside a transaction it sees one moment only.
      const [waiting] = await t.db.rows<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return (waiting?.n ?? 0) > 0
    },
    { timeout: 30_000, interval: 100 },
  )
  await lock(high)
  await person.exec('COMMIT')
  expect((await run).notes.filter((note) => note.includes('once more'))).toEqual([])
  expect(await t.db.rows('SELECT claim FROM quality.cause')).toEqual([
    { claim: 'confirmed' },
    { claim: 'confirmed' },
  ])
})

it('a run that lost a deadlock is judged once more', async () => {
  const t = await open()
  let times = 0
  const onCommit = async () => {
    times += 1
    if (times === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
  }
  const report = await t.run({ 'PAIS.csv': 'id\nX\n' }, { mode: 'delta', onCommit })
  expect(report.notes).toContain('deadlock detected; judging once more')
  expect(await t.values('pais', 'id')).toEqual(['P', 'X'])
})
