/** When Gold is computed, and what it rewrites. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { planDomain } from '@/pipeline/engine/compile/plan'
import { postgres } from '@/pipeline/engine/compile/postgres'
import { refreshGold } from '@/pipeline/engine/gold/refresh'
import { rebuildDomain } from '@/pipeline/operations/rebuild/rebuild'
import { executeReplay } from '@/pipeline/operations/replay/execute'
import { replayReport } from '@/pipeline/operations/replay/report'
import { valueIn } from '@/pipeline/tools/generate/order-to-cash/tables'
import { generated } from '@/pipeline/tools/generate/order-to-cash/testing'
import { intercept } from '@/pipeline/tools/testing/intercept'
import { ask } from '@/pipeline/tools/testing/replay/asking'
import { GOLD, Lab, scratch } from './lab'

const KEY_DATE = '2026-06-30'
let lab: Lab
let files: Awaited<ReturnType<typeof generated>>
let own: ReturnType<typeof scratch>
beforeEach(async () => {
  lab = await Lab.open()
  own = scratch()
  files = await generated({ preset: 'article', scale: 0.05, seed: 5 })
}, 60_000)
afterEach(async () => {
  files.remove()
  own.remove()
  await lab.close()
})

const read = (file: string) => readFileSync(join(files.out, file), 'utf8')
const refreshes = () =>
  lab.db.rows<{ run_id: number | null; replay_id: number | null; key_date: string }>(
    'SELECT run_id, replay_id, key_date::text FROM quality.gold_refresh ORDER BY id',
  )
const versions = () => lab.hashes(GOLD, 't, t.ctid, t.xmin')

/** The same delivery without its first customer, and a delta that brings it. */
function withoutCustomer() {
  const [late, orphans] = [join(own.dir, 'late'), join(own.dir, 'orphans')]
  cpSync(files.out, orphans, { recursive: true })
  mkdirSync(late)
  const [head = '', first = '', ...rest] = read('KNA1.csv').split('\n')
  const code = valueIn('KNA1', first, 'KUNNR')
  const others = rest.filter((line) => line === '' || valueIn('KNA1', line, 'KUNNR') !== code)
  writeFileSync(join(orphans, 'KNA1.csv'), [head, ...others].join('\n'))
  writeFileSync(join(late, 'KNA1.csv'), `${head}\n${first}\n`)
  return { late, orphans, code }
}

describe('a run', () => {
  it('computes Gold for its key date, by default the day of its clock, and keeps which', async () => {
    await lab.committed(files.out, { asOf: new Date('2026-07-01T01:00:00Z') })
    await lab.committed(files.out, { asOf: new Date('2026-07-02T12:00:00Z'), keyDate: KEY_DATE })
    const kept = await lab.db.rows<{ day: string }>(
      'SELECT key_date::text AS day FROM quality.run ORDER BY id',
    )
    // One in the morning in London is the evening before in São Paulo.
    expect(kept.map((r) => r.day)).toEqual(['2026-06-30', KEY_DATE])
    expect((await refreshes()).map((r) => r.key_date)).toEqual(['2026-06-30', KEY_DATE])
  })

  it('that is a rebuild computes Gold too', async () => {
    const { run } = await lab.committed(files.out, { keyDate: KEY_DATE })
    await lab.db.exec('DELETE FROM gold.kpis_por_uf')
    const report = await rebuildDomain(lab.url, { domain: orderToCash })
    expect(report).toMatchObject({ status: 'committed' })
    expect((await refreshes()).map((r) => r.run_id)).toEqual([run, report.run])
    expect(await lab.number('SELECT sum(titulos) FROM gold.kpis_por_uf')).toBe(
      await lab.number('SELECT count(*) FROM silver.titulos_receber'),
    )
  })

  it('that is a rebuild keeps the last key date, unless another is given', async () => {
    await lab.committed(files.out, { keyDate: KEY_DATE })
    const rebuild = (keyDate?: string) => rebuildDomain(lab.url, { domain: orderToCash, keyDate })
    expect((await rebuild()).gold?.key_date).toBe(KEY_DATE)
    expect((await rebuild('2026-05-31')).gold?.key_date).toBe('2026-05-31')
    expect((await rebuild()).gold?.key_date).toBe('2026-05-31')
    expect((await refreshes()).map((r) => r.key_date)).toEqual([
      KEY_DATE,
      KEY_DATE,
      '2026-05-31',
      '2026-05-31',
    ])
  })

  it('that is dry leaves Gold untouched', async () => {
    await lab.committed(files.out, { keyDate: KEY_DATE })
    const before = [await versions(), await refreshes()]
    const report = await lab.run(files.out, { keyDate: '2026-05-01', dryRun: true })
    expect(report).toMatchObject({ status: 'dry_run', gold: { key_date: '2026-05-01' } })
    expect(report.gold?.refreshed.kpis_gerais).toMatchObject({ updated: 1 })
    expect([await versions(), await refreshes()]).toEqual(before)
  })

  it('of the same delivery rewrites nothing', async () => {
    await lab.committed(files.out, { keyDate: KEY_DATE })
    const before = await versions()
    const { gold } = await lab.committed(files.out, { keyDate: KEY_DATE })
    expect(await versions()).toEqual(before)
    const nothing = { inserted: 0, updated: 0, deleted: 0 }
    for (const changes of Object.values(gold?.refreshed ?? {})) expect(changes).toEqual(nothing)
    expect(
      Object.keys(gold?.refreshed ?? {})
        .map((t) => `gold.${t}`)
        .sort(),
    ).toEqual(GOLD.toSorted())
  })

  it('with another key date rewrites what depends on it', async () => {
    await lab.committed(files.out, { keyDate: KEY_DATE })
    const state = (where: string) =>
      lab.text(`SELECT string_agg(f.key_hash || f.xmin::text, '' ORDER BY f.key_hash) FROM gold.fato_titulos f
        WHERE ${where}`)
    const paid = await state(`status = 'pago'`)
    const { gold } = await lab.committed(files.out, { keyDate: '2026-07-15' })
    expect(await state(`status = 'pago'`)).toBe(paid)
    const open = await lab.number(
      `SELECT count(*) FROM silver.titulos_receber WHERE status = 'aberto'`,
    )
    expect(gold?.refreshed.fato_titulos).toEqual({ inserted: 0, updated: open, deleted: 0 })
  })

  it('fails where Gold does not add up, and nothing is changed', async () => {
    await lab.committed(files.out, { keyDate: KEY_DATE })
    const before = await lab.hashes()
    const { counter, stop } = intercept((sql) =>
      sql.includes('TEMP TABLE "gold_differing"') && sql.includes('SELECT moeda, uf,')
        ? sql.replace('GROUP BY moeda, uf', "WHERE uf <> 'SP' GROUP BY moeda, uf")
        : sql,
    )
    const report = await lab.run(files.out, { keyDate: '2026-07-15' })
    stop()
    expect(counter.rewritten).toBe(1)
    expect(report).toMatchObject({ status: 'failed', exitCode: 3, error: { reason: 'gold' } })
    const failed = report.checks.filter((c) => !c.ok).map((c) => c.name)
    expect(failed).toContain('gold.kpis_por_uf.carteira_aberta')
    expect(failed.every((name) => name.startsWith('gold.kpis_por_uf.'))).toBe(true)
    expect(await lab.hashes()).toEqual(before)
  })

  it('counts credits negative, and titles of unknown customers under a group of their own', async () => {
    const line = read('BSID.csv').split('\n')[1] as string
    const parts = line.split(',')
    // A credit note of the same customer: RV → DG, S → H, another document.
    parts[4] = '1999999999'
    parts[8] = 'DG'
    parts[9] = 'H'
    await lab.committed(files.out, { keyDate: KEY_DATE })
    const portfolio = () => lab.text('SELECT carteira_aberta FROM gold.kpis_gerais')
    const before = await portfolio()
    const credit = join(own.dir, 'credit')
    mkdirSync(credit)
    writeFileSync(
      join(credit, 'BSID.csv'),
      `${read('BSID.csv').split('\n')[0]}\n${parts.join(',')}\n`,
    )
    await lab.committed(credit, { mode: 'delta', keyDate: KEY_DATE })
    expect(Number(await portfolio())).toBeCloseTo(Number(before) - Number(parts[12]), 2)

    await lab.db.exec('BEGIN')
    await lab.db.exec('DELETE FROM silver.clientes WHERE cod_cliente = $1', [parts[2]])
    const at = new Date().toISOString()
    const plans = planDomain(orderToCash, postgres)
    const gold = await refreshGold(lab.db, orderToCash, plans, {
      keyDate: KEY_DATE,
      at,
      runId: null,
    })
    expect(gold?.checks.filter((c) => !c.ok)).toEqual([])
    const titles = await lab.number(
      'SELECT count(*) FROM silver.titulos_receber WHERE cod_cliente = $1',
      [parts[2]],
    )
    for (const [table, group] of [
      ['kpis_por_uf', 'sem uf'],
      ['kpis_por_ramo', 'sem ramo'],
    ]) {
      const column = table?.split('_').at(-1)
      expect(
        await lab.number(`SELECT titulos FROM gold.${table} WHERE ${column} = '${group}'`),
      ).toBe(titles)
      expect(
        await lab.number(`SELECT linhas FROM gold.cobertura WHERE tabela = '${table}'
          AND grupo = ARRAY['${group}'] AND conjunto = 'titulos'`),
      ).toBe(titles)
    }
    await lab.db.exec('ROLLBACK')
  })
})

describe('a replay', () => {
  it('refreshes Gold once, at its end, for the key date of the domain; a preview does not', async () => {
    const { late, orphans, code } = withoutCustomer()
    await lab.committed(orphans, { keyDate: KEY_DATE })
    await lab.committed(late, { mode: 'delta', keyDate: KEY_DATE })
    const held = () =>
      lab.number(
        `SELECT coalesce(sum(linhas_retidas), 0) FROM gold.retencao
        WHERE tabela = 'kpis_por_cliente' AND grupo = ARRAY[$1] AND conjunto = 'titulos'`,
        [code],
      )
    expect(await held()).toBeGreaterThan(0)
    const before = await versions()
    const preview = await ask(lab.db, orderToCash, { kind: 'preview' })
    await executeReplay(lab.url, orderToCash, preview)
    expect(await versions()).toEqual(before)
    expect(await refreshes()).toHaveLength(2)

    const id = await ask(lab.db, orderToCash)
    let chunks = 0
    const onChunk = async () => {
      chunks += 1
      expect(await refreshes()).toHaveLength(2)
    }
    await executeReplay(lab.url, orderToCash, id, { chunkRows: 60, onChunk })
    expect(chunks).toBeGreaterThan(3)
    expect((await refreshes()).slice(2)).toEqual([
      { run_id: null, replay_id: id, key_date: KEY_DATE },
    ])
    expect(await held()).toBe(0)

    // The same as if everything had come at once.
    const replayed = await lab.hashes(GOLD)
    await lab.committed(files.out, { keyDate: KEY_DATE })
    expect(await lab.hashes(GOLD)).toEqual(replayed)
  }, 120_000)

  it('that died between its last chunk and the refresh refreshes when it is resumed', async () => {
    const { late, orphans } = withoutCustomer()
    await lab.committed(orphans, { keyDate: KEY_DATE })
    await lab.committed(late, { mode: 'delta', keyDate: KEY_DATE })
    const before = await versions()
    const id = await ask(lab.db, orderToCash)
    const die = async () => {
      const { open } = await replayReport(lab.db, id)
      if (open > 0) return
      await lab.db.exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`)
    }
    await expect(executeReplay(lab.url, orderToCash, id, { onChunk: die })).rejects.toThrow()
    expect(await replayReport(lab.db, id)).toMatchObject({ status: 'running', open: 0 })
    expect(await versions()).toEqual(before)
    expect(await refreshes()).toHaveLength(2)
    await executeReplay(lab.url, orderToCash, id)
    expect(await replayReport(lab.db, id)).toMatchObject({ status: 'done' })
    expect((await refreshes()).map((r) => r.replay_id)).toEqual([null, null, id])
    expect(await versions()).not.toEqual(before)
  }, 120_000)

  it('that is cancelled refreshes for what it has settled', async () => {
    const { late, orphans } = withoutCustomer()
    await lab.committed(orphans, { keyDate: KEY_DATE })
    await lab.committed(late, { mode: 'delta', keyDate: KEY_DATE })
    const id = await ask(lab.db, orderToCash)
    const stop = async () => {
      const { settled } = await replayReport(lab.db, id)
      if (settled < 20) return
      await lab.db.exec('UPDATE quality.replay SET cancel_requested = true WHERE id = $1', [id])
    }
    await executeReplay(lab.url, orderToCash, id, { chunkRows: 10, onChunk: stop })
    expect(await replayReport(lab.db, id)).toMatchObject({ status: 'cancelled' })
    expect((await refreshes()).at(-1)).toMatchObject({ replay_id: id })
  }, 120_000)
})
