import { describe, expect, it } from 'vitest'
import { executeReplay } from '@/pipeline/operations/replay/execute'
import { adhoc, type ShortDataset } from '@/pipeline/tools/testing/adhoc'

const PAIS: ShortDataset = { name: 'pais', columns: { id: 'text' } }
const FILHOS: ShortDataset = {
  name: 'filhos',
  columns: { id: 'text', pai: 'text', v: 'integer', nome: { type: 'text', trim: true } },
  flags: { grande: '{v} > 100', sem_nome: '{nome} IS NULL' },
  rules: [
    { code: 'F_V', kind: 'range', column: 'v', gt: 0 },
    { code: 'F_PAI', kind: 'reference', name: 'pai', to: 'pais', columns: { id: 'pai' } },
  ],
}

async function open() {
  const t = await adhoc([PAIS, FILHOS])
  /** Lines of the history: `flag rows/silver day by`. */
  const history = async () =>
    (
      await t.db.rows<{ line: string }>(
        `SELECT concat_ws(' ', flag, rows || '/' || silver,
          to_char(at AT TIME ZONE 'UTC', 'DD'), 'r' || run_id, 'p' || replay_id) AS line
        FROM quality.flag_history ORDER BY id, flag`,
      )
    ).map((r) => r.line)
  /** Counted from Silver by other means than the history: flag → rows. */
  const counted = async () =>
    (
      await t.db.rows<{ flag: string; n: number }>(
        `SELECT c.flag, (SELECT count(*)::int FROM silver.filhos s WHERE c.flag = ANY (s._flags)) AS n
        FROM (VALUES ('grande'), ('sem_nome'), ('nome_aparado')) c(flag) ORDER BY 1`,
      )
    ).map((r) => `${r.flag} ${r.n}`)
  const latest = async () =>
    (
      await t.db.rows<{ flag: string; n: number }>(
        `SELECT DISTINCT ON (flag) flag, rows AS n FROM quality.flag_history ORDER BY flag, id DESC`,
      )
    ).map((r) => `${r.flag} ${r.n}`)
  return { t, history, counted, latest }
}

describe('flags', () => {
  it('are upserted with texts and owner, retired, and return', async () => {
    const { t } = await open()
    const flags = () =>
      t.db.rows<Record<string, unknown>>(
        `SELECT xmin::text, code, domain, position, owner, texts->'means'->>'fr' AS fr,
          retired_at IS NOT NULL AS retired FROM quality.flag ORDER BY dataset, code`,
      )
    const before = await flags()
    expect(before).toMatchObject([
      { code: 'grande', domain: 'adhoc', owner: 'Testes', fr: 'grande', retired: false },
      { code: 'nome_aparado', fr: 'Des espaces en trop ont été supprimés dans « nome »' },
      { code: 'sem_nome' },
    ])
    await t.redeclare([PAIS, FILHOS])
    expect(await flags()).toEqual(before)
    await t.redeclare([PAIS, { ...FILHOS, flags: { grande: '{v} > 100' } }])
    expect((await flags()).map((f) => f.retired)).toEqual([false, false, true])
    await t.redeclare([PAIS, FILHOS])
    expect((await flags()).map((f) => f.retired)).toEqual([false, false, false])
  })

  it('a flag has an owner of its own where the declaration names one', async () => {
    const t = await adhoc([FILHOS].map((d) => ({ ...d, rules: [] })))
    const flag = t.domain.datasets[0]?.flags[0]
    if (flag) flag.owner = 'Fiscal'
    await t.createTables()
    expect(
      await t.db.rows(`SELECT code, owner FROM quality.flag ORDER BY position LIMIT 2`),
    ).toEqual([
      { code: 'grande', owner: 'Fiscal' },
      { code: 'sem_nome', owner: 'Testes' },
    ])
  })

  it('the trend has each change of a run, and nothing of one that only tried', async () => {
    const { t, history, counted, latest } = await open()
    const pais = 'id\np\n'
    await t.run({
      'PAIS.csv': pais,
      'FILHOS.csv': 'id,pai,v,nome\na,p,500, x \nb,p,1,\nc,p,2,y\nd,p,-5,\ne,q,500,\n',
    })
    const first = ['grande 1/3 05 r1', 'sem_nome 1/3 05 r1', 'nome_aparado 1/3 05 r1']
    expect((await history()).sort()).toEqual([...first].sort())
    // Flagged rows that fail are in quarantine: counted there, and nowhere here.
    expect(await t.waiting('filhos')).toEqual(['d: F_V', 'e: F_PAI'])
    const same = 'id,pai,v,nome\na,p,500, x \nb,p,1,\nc,p,2,y\nd,p,-5,\ne,q,500,\n'
    await t.run({ 'PAIS.csv': pais, 'FILHOS.csv': same })
    expect(await history()).toHaveLength(3)
    await t.deliver({ 'FILHOS.csv': 'id,pai,v,nome\nb,p,900,\n' }, { mode: 'delta', dryRun: true })
    expect(await history()).toHaveLength(3)
    await t.run({ 'FILHOS.csv': 'id,pai,v,nome\nb,p,900,\n' }, { mode: 'delta' })
    expect((await history()).slice(3)).toEqual(['grande 2/3 07 r4'])
    expect(await latest()).toEqual(await counted())
  })

  it('a replay that settles flagged rows is part of the trend, a preview is not', async () => {
    const { t, history, counted, latest } = await open()
    await t.run({ 'PAIS.csv': 'id\np\n', 'FILHOS.csv': 'id,pai,v,nome\na,p,1,x\ne,q,500,\n' })
    await t.run({ 'PAIS.csv': 'id\nq\n' }, { mode: 'delta' })
    const before = await history()
    const replay = async (kind: string) => {
      const { id } = await t.db.row<{ id: number }>(
        `INSERT INTO quality.replay (domain, kind, status, scope, actor, requested_at, as_of, requested, cascaded)
        VALUES ('adhoc', $1, 'queued', '{}', 'ana', now(), '2026-01-09T12:00:00Z', 1, 0) RETURNING id`,
        [kind],
      )
      await t.db.exec(
        `INSERT INTO quality.replay_item (replay_id, quarantine_id, dataset, key_hash, cascaded, rule)
        SELECT $1, id, dataset, key_hash, false, rule FROM quality.quarantine`,
        [id],
      )
      await executeReplay(t.url, t.domain, id)
    }
    await replay('preview')
    expect(await history()).toEqual(before)
    await replay('replay')
    expect((await history()).slice(before.length).sort()).toEqual([
      'grande 1/2 09 p2',
      'nome_aparado 0/2 09 p2',
      'sem_nome 1/2 09 p2',
    ])
    expect(await latest()).toEqual(await counted())
  })

  it('a flag that is no longer declared goes to nought when its rows are judged again', async () => {
    const { t, history } = await open()
    const files = { 'PAIS.csv': 'id\np\n', 'FILHOS.csv': 'id,pai,v,nome\na,p,500,x\n' }
    await t.run(files)
    await t.redeclare([PAIS, { ...FILHOS, flags: {} }])
    await t.run(files)
    expect((await history()).slice(3)).toEqual(['grande 0/1 06 r2'])
  })
})
