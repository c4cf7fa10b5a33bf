/** Deliveries that cannot be used as they lie there: what they hold up, and what they do not. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { csv, customer, DOMAIN, fullFiles, InboxLab } from './inbox.testing'
import { inboxStatus } from './record'
import { retryDelivery, waiveDelivery } from './verbs'

vi.setConfig({ testTimeout: 240_000 })

const DAY = ['2026-01-05', '2026-01-06', '2026-01-07'].map((d) => `${d}T06:00:00Z`) as [
  string,
  string,
  string,
]
const delta = (id: string) => ({ 'KNA1.csv': csv('KNA1', customer(id)) })

async function lab(): Promise<InboxLab> {
  const opened = await InboxLab.open()
  await opened.turn('2026-01-05T05:00:00Z')
  return opened
}

describe('a delivery whose place is unknown', () => {
  it('keeps deltas waiting whatever full is committed, and can be retried', async () => {
    const t = await lab()
    t.lay('a01', fullFiles(), { sequence: 1 })
    t.lay('a02', delta('C2'), '{"mode":"delta","sequence":2')
    t.lay('a03', delta('C3'), { mode: 'delta', sequence: 3 })
    await t.turn(DAY[0])
    expect(await t.deliveries()).toEqual(['a01 committed', 'a02 refused', 'a03 waiting'])
    t.lay('a02', {}, { mode: 'delta', sequence: 2 })
    await retryDelivery(t.db, DOMAIN, 'a02')
    await t.work()
    expect(await t.runs()).toEqual([
      'a02 refused',
      'a01 committed',
      'a02 committed',
      'a03 committed',
    ])
  })

  it('is passed by no full that comes before it, once its place is known', async () => {
    const t = await lab()
    t.lay('a02', { 'KNA1.csv': 'MANDT\n100\n' }, { mode: 'delta', sequence: 2 })
    await t.turn(DAY[0])
    t.lay('a01', fullFiles(), { sequence: 1 })
    t.lay('a03', delta('C3'), { mode: 'delta', sequence: 3 })
    await t.turn(DAY[1])
    expect(await t.deliveries()).toEqual(['a01 committed', 'a02 refused', 'a03 waiting'])
    await waiveDelivery(t.db, DOMAIN, 'a02', 'ana')
    await t.work()
    expect((await t.deliveries())[2]).toBe('a03 committed')
  })

  it('is recorded with NUL bytes in its _READY, and a full one goes on', async () => {
    const t = await lab()
    t.lay('a01', delta('C1'), JSON.stringify({ 'mo\0de': 'delta' }))
    t.lay('a02', fullFiles(), Buffer.from('{"sequence":2}', 'utf16le').toString('latin1'))
    t.lay('a03', fullFiles(), { sequence: 3 })
    await t.turn(DAY[0])
    expect(await t.deliveries()).toEqual(['a01 refused', 'a02 refused', 'a03 committed'])
    const blocked = { delivery: 'a01', status: 'refused', reason: expect.stringContaining('u0000') }
    expect(await inboxStatus(t.db)).toEqual({ [DOMAIN]: { waiting: 0, blocked } })
    await waiveDelivery(t.db, DOMAIN, 'a01', 'ana')
  })
})

describe('what is no file or folder of the inbox', () => {
  it('a pipe is refused and holds up no scan; a link that leads out is left alone', async () => {
    const t = await lab()
    t.lay('a01', delta('C1'))
    execFileSync('mkfifo', [path.join(t.folder('a01'), '_READY')])
    const outside = `${t.inbox}-outside`
    mkdirSync(outside)
    writeFileSync(path.join(outside, '_READY'), '{}')
    symlinkSync(outside, t.folder('a02'))
    t.lay('a03', fullFiles(), { sequence: 3 })
    await t.turn(DAY[0])
    expect(await t.deliveries()).toEqual(['a01 refused', 'a02 refused', 'a03 committed'])
    expect(readdirSync(outside)).toEqual(['_READY'])
    const reasons = await t.db.rows<{ text: string }>(
      `SELECT error->>'message' AS text FROM quality.run WHERE error IS NOT NULL ORDER BY delivery`,
    )
    expect(reasons.map((r) => r.text)).toEqual([
      '_READY cannot be read: it is not a regular file',
      expect.stringContaining('a02 is a link that leads out of'),
    ])
    rmSync(outside, { recursive: true })
  })

  it('a marker is written beside what lies there, never through a link', async () => {
    const t = await lab()
    t.lay('a01', fullFiles(), { sequence: 1 })
    const outside = path.join(t.inbox, 'outside.json')
    writeFileSync(outside, 'mine')
    for (const name of ['_DONE.json', '_DONE.json.new'])
      symlinkSync(outside, path.join(t.folder('a01'), name))
    await t.turn(DAY[0])
    expect(t.marked('a01')).toMatchObject({ status: 'committed' })
    expect(execFileSync('cat', [outside], { encoding: 'utf8' })).toBe('mine')
  })
})

it('settled deliveries are read from the record once per scan, and marked where they are not', async () => {
  const t = await lab()
  t.lay('a01', fullFiles(), { sequence: 1 })
  for (const n of [2, 3, 4]) t.lay(`a0${n}`, delta(`C${n}`), { mode: 'delta', sequence: n })
  await t.turn(DAY[0])
  rmSync(path.join(t.folder('a02'), '_DONE.json'))
  // Nobody looks into what is settled.
  rmSync(path.join(t.folder('a03'), '_READY'))
  mkdirSync(path.join(t.folder('a03'), '_READY'))
  const rows = vi.spyOn(Db.prototype, 'rows')
  await t.turn(DAY[1])
  const reads = rows.mock.calls.filter(([sql]) => sql.includes('FROM quality.inbox i'))
  rows.mockRestore()
  expect(reads).toHaveLength(2)
  expect(existsSync(path.join(t.folder('a02'), '_DONE.json'))).toBe(true)
  expect(await t.runs()).toHaveLength(4)
})
