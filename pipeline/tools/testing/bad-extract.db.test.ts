/** A first delivery of which every row fails: work that grows with the rows, not with their square. */
import { expect, it } from 'vitest'
import { ensureSearchIndexes } from '@/lib/shared/search'
import { vendas } from '@/pipeline/domains/vendas'
import { shipped } from './adhoc'

/** Row by row they would be 200 million reads of rows just written. */
const ROWS = 20_000

/** Sequential reads of the quarantine that one run may make. */
const MAX_READS = 30

const file = (valor: string, data: string) => {
  const lines = Array.from({ length: ROWS }, (_, i) => `${i},${data},c@example.com,${valor}`)
  return { 'VENDAS.csv': `id,data,cliente_email,valor\n${lines.join('\n')}\n` }
}

it('reads the quarantine so many times, not once per row', async () => {
  const t = await shipped(vendas)
  // As `prepare` leaves a new database: indexed while it is empty.
  await ensureSearchIndexes(t.db)
  const rowsRead = async () => {
    await t.db.exec('SELECT pg_stat_clear_snapshot()')
    const sql = `SELECT seq_tup_read AS n FROM pg_stat_user_tables
      WHERE schemaname = 'quality' AND relname = 'quarantine'`
    return Number((await t.db.row<{ n: string }>(sql)).n)
  }
  const runs = [file('', ''), file('-1', ''), file('10.00', '2026-07-01')]
  const open = [ROWS, ROWS, 0]
  for (const [i, files] of runs.entries()) {
    const before = await rowsRead()
    const report = await t.run(files)
    expect(report.datasets.vendas?.quarantined).toBe(open[i])
    expect((await rowsRead()) - before).toBeLessThan(MAX_READS * ROWS)
  }
}, 180_000)
