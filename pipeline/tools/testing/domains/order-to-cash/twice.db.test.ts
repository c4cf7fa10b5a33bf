/** The same delivery twice changes nothing but the record of the runs. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { generated } from '@/pipeline/tools/generate/order-to-cash/testing'
import { BUSINESS, Lab } from './lab'

/** The figures of another day differ. */
const keyDate = '2026-06-30'

let lab: Lab
let files: Awaited<ReturnType<typeof generated>>
beforeEach(async () => {
  lab = await Lab.open()
  files = await generated({ scale: 0.1, seed: 3, deliveries: 3 })
})
afterEach(async () => {
  files.remove()
  await lab.close()
})

/** Everything a run may change, row versions included; only which run came last may differ. */
async function versions(): Promise<Record<string, string>> {
  const tables = BUSINESS.filter((t) => t !== 'quality.dataset_state')
  return lab.hashes(tables, 't, t.ctid, t.xmin')
}

/** Runs a delivery that has been processed before. */
async function again(dir: string, asOf: string): Promise<void> {
  const before = await versions()
  const [duplicates, records] = [
    await perRun(),
    await lab.number('SELECT count(*) FROM quality.run'),
  ]
  const report = await lab.committed(dir, { asOf: new Date(asOf), keyDate })
  expect(await versions()).toEqual(before)
  for (const d of Object.values(report.datasets)) {
    expect(d).toMatchObject({ entered: 0, withheld: 0, withdrawn: 0, rewritten: 0 })
  }
  expect(report.checks.filter((c) => !c.ok)).toEqual([])
  expect(await lab.number('SELECT count(*) FROM quality.run')).toBe(records + 1)
  const now = await perRun()
  expect(now.slice(0, -1)).toEqual(duplicates)
  expect(now.at(-1)).toEqual(duplicates.at(-1))
}

/** What each run documented as duplicates. */
async function perRun(): Promise<string[]> {
  const rows = await lab.db.rows<{
    list: string
  }>(`SELECT string_agg(concat_ws(' ', d.dataset, d.file,
      d.line, d.key_text, d.reason, d.winner_n, d.winner_run = d.run_id), E'\\n' ORDER BY d.dataset, d.n) AS list
    FROM quality.run r LEFT JOIN quality.duplicate d ON d.run_id = r.id
    WHERE r.status = 'committed' GROUP BY r.id ORDER BY r.id`)
  return rows.map((r) => r.list)
}

it('twice in full', async () => {
  await lab.committed(files.dirs[0] as string, { keyDate })
  expect(await lab.number(`SELECT count(*) FROM quality.quarantine`)).toBeGreaterThan(40)
  expect((await perRun())[0]).toContain('clientes')
  await again(files.dirs[0] as string, '2026-08-01T12:00:00Z')
}, 60_000)

it('twice as changes', async () => {
  await lab.committed(files.dirs[0] as string, { keyDate })
  await lab.committed(files.dirs[1] as string, { keyDate })
  await again(files.dirs[1] as string, '2026-08-01T12:00:00Z')
  await lab.committed(files.dirs[2] as string, { asOf: new Date('2026-08-02T12:00:00Z'), keyDate })
  await again(files.dirs[2] as string, '2026-08-03T12:00:00Z')
}, 60_000)
