/** While a run writes, everybody else reads what was there before or what is there after. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { syncRules } from '@/pipeline/operations/sync/rules'
import { prepare } from '@/pipeline/service/start/prepare'
import { generated } from '@/pipeline/tools/generate/order-to-cash/testing'
import { Lab } from './lab'

/** Counts and sums that any half-written state would change; one statement, one snapshot. */
const FIGURES = `SELECT concat_ws(' ', (SELECT count(*) FROM silver.ordens_venda),
  (SELECT count(*) || ' ' || sum(hashtext(descricao_material)::bigint) FROM silver.ordens_venda_itens),
  (SELECT count(*) || ' ' || count(*) FILTER (WHERE cod_ordem_origem IS NULL) FROM silver.faturas_venda_itens),
  (SELECT count(*) FROM silver.quarentena_ordens_venda_itens),
  (SELECT count(*) || ' ' || sum(amount) FROM quality.quarantine WHERE statut = 'A_TRAITER'),
  (SELECT sum(in_rows - out_rows) FROM quality.flow_daily),
  (SELECT sum(valor_documento) FROM gold.fato_titulos WHERE status = 'aberto'),
  (SELECT sum(carteira_aberta) FROM gold.kpis_gerais), (SELECT sum(carteira_aberta) FROM gold.kpis_por_uf),
  (SELECT sum(valor) || ' ' || sum(valor_retido) || ' ' || sum(linhas_retidas) FROM gold.cobertura)) AS figures`

let lab: Lab
let files: Awaited<ReturnType<typeof generated>>
beforeAll(async () => {
  lab = await Lab.open()
  await prepare(lab.url)
  files = await generated({ scale: 0.2, seed: 4 })
  await lab.committed(files.out)
}, 60_000)
afterAll(async () => {
  files.remove()
  await lab.close()
})

async function reader(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: lab.url })
  await client.connect()
  // Nobody waits for a lock, or this fails.
  await client.query(`SET lock_timeout = '1ms'`)
  return client
}

const figures = async (client: pg.Client): Promise<string> =>
  (await client.query(FIGURES)).rows[0].figures

/** Half of the orders go, every item changes, of the rest and of the titles a part becomes invalid. */
function upheaval(): void {
  const edit = (file: string, change: (line: string, i: number) => string | undefined) => {
    const path = join(files.out, file)
    const [head, ...lines] = readFileSync(path, 'latin1').split('\n')
    const changed = lines.map(change).filter((line) => line !== undefined)
    writeFileSync(path, [head, ...changed].join('\n'), 'latin1')
  }
  edit('VBAK.csv', (line, i) => (line === '' || i % 2 === 0 ? line : undefined))
  edit('VBAP.csv', (line, i) => {
    const parts = line.split(',')
    if (parts.length !== 10) return line
    parts[4] = 'Outro texto'
    if (i % 5 === 0) parts[5] = '0'
    return parts.join(',')
  })
  edit('BSID.csv', (line, i) => {
    const parts = line.split(',')
    if (parts.length !== 19) return line
    // Every second title is dearer, every third has no due date any more.
    if (i % 2 === 0) parts[11] = parts[12] = `${i + 1000}.17`
    if (i % 3 === 0) parts[13] = '00000000'
    return parts.join(',')
  })
}

it('in plain queries, in repeatable read, and without waiting', async () => {
  const [plain, repeatable, long] = [await reader(), await reader(), await reader()]
  const before = await figures(plain)
  // A slow export: one transaction that lasts longer than the run.
  await long.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  expect(await figures(long)).toBe(before)

  upheaval()
  let over = false
  const run = lab.committed(files.out, { acceptShrink: true }).finally(() => {
    over = true
  })
  const seen = new Map<string, number>()
  const look = async (client: pg.Client) => {
    const now = await figures(client)
    seen.set(now, (seen.get(now) ?? 0) + 1)
    return now
  }
  const plainly = async () => {
    while (!over) await look(plain)
  }
  const repeatably = async () => {
    while (!over) {
      await repeatable.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
      const first = await look(repeatable)
      for (let i = 0; i < 3; i++) expect(await look(repeatable)).toBe(first)
      await repeatable.query('COMMIT')
    }
  }
  await Promise.all([run, plainly(), repeatably()])

  expect(await figures(long)).toBe(before)
  await long.query('COMMIT')
  const after = await figures(plain)
  expect(await figures(long)).toBe(after)
  expect(after).not.toBe(before)
  expect(seen.get(before)).toBeGreaterThan(10)
  expect([...seen.keys()].filter((s) => s !== before && s !== after)).toEqual([])
  for (const client of [plain, repeatable, long]) await client.end()
}, 60_000)

it('and a command that starts waits for nobody, nor does anybody wait for it', async () => {
  const slow = await reader()
  await slow.query('BEGIN')
  await figures(slow)
  await slow.query('SELECT count(*) FROM quality.dq_audit')
  // A view that is replaced waits for its readers; one that stands is left alone.
  await unhindered(prepare(lab.url))
  await slow.query('COMMIT')
  await slow.end()
})

it('and so does a command that starts while a run is about to commit', async () => {
  const running = await Db.open(lab.url)
  await running.exec('BEGIN')
  await syncRules(running, orderToCash)
  await unhindered(prepare(lab.url))
  await running.exec('ROLLBACK')
  await running.close()
})

/** Lets something go on to its end; nobody may wait for a lock meanwhile. */
async function unhindered(work: Promise<void>): Promise<void> {
  let over = false
  const ended = work.finally(() => {
    over = true
  })
  while (!over) {
    const waiting = await lab.db.rows<{ query: string }>(`SELECT query FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    if (waiting.length > 0) throw new Error(`it waits: ${waiting[0]?.query.slice(0, 200)}`)
    await sleep(20)
  }
  await ended
}
