import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { csv, customer, DOMAIN, fullFiles, InboxLab } from './inbox.testing'
import { inboxStatus } from './record'
import { scanInbox } from './scan'
import { retryDelivery, waiveDelivery } from './verbs'

// Whole days, real processes: slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const delta = (...rows: Parameters<typeof customer>[]) => ({
  'KNA1.csv': csv('KNA1', ...rows.map((r) => customer(...r))),
})
const DAY = ['2026-01-05', '2026-01-06', '2026-01-07'].map((d) => `${d}T06:00:00Z`)

async function begun(): Promise<InboxLab> {
  const lab = await InboxLab.open()
  await lab.turn('2026-01-05T05:00:00Z')
  lab.lay('001', fullFiles(), { sequence: 1 })
  await lab.turn(DAY[0] as string)
  return lab
}

describe('order, markers, rows', () => {
  it('runs what is complete, by sequence, each once, and leaves alone what is being written', async () => {
    const lab = await begun()
    lab.lay('z-second', delta(['C2']), { mode: 'delta', sequence: 2 })
    lab.lay('a-third', delta(['C3']), { mode: 'delta', sequence: 3 })
    lab.lay('b-last', delta(['C4']), { mode: 'delta' })
    lab.lay('unfinished', delta(['C5']))
    writeFileSync(path.join(lab.inbox, DOMAIN, 'a file'), '')
    await lab.turn(DAY[1] as string)
    await lab.turn(DAY[2] as string)
    const order = ['001 committed', 'z-second committed', 'a-third committed', 'b-last committed']
    expect(await lab.runs()).toEqual(order)
    expect(await lab.deliveries()).toEqual([...order].sort())
    expect(lab.marked('a-third')).toMatchObject({ file: '_DONE.json', status: 'committed', run: 3 })
    expect(lab.marked('unfinished')).toBeUndefined()

    // Its name came in the order of the alphabet, its _READY last of all.
    lab.lay('unfinished', {}, { mode: 'delta' })
    await lab.turn('2026-01-07T06:01:00Z')
    expect((await lab.runs()).at(-1)).toBe('unfinished committed')
  })

  it('takes the clock of _READY, else that of the schedule', async () => {
    const lab = await begun()
    lab.lay('002', delta(['C2']), { mode: 'delta', as_of: '2026-01-05T22:00:00-03:00' })
    lab.lay('003', delta(['C3']), { mode: 'delta' })
    await lab.turn('2026-01-06T06:00:00Z')
    const clocks = await lab.db.rows<{ as_of: Date }>('SELECT as_of FROM quality.run ORDER BY id')
    expect(clocks.map((c) => c.as_of.toISOString().slice(0, 16))).toEqual([
      '2026-01-05T06:00',
      '2026-01-06T01:00',
      '2026-01-06T06:00',
    ])
  })

  it('the row counts, not the marker: without markers nothing is read twice', async () => {
    const lab = await begun()
    rmSync(path.join(lab.folder('001'), '_DONE.json'))
    await lab.turn(DAY[1] as string)
    expect(await lab.runs()).toEqual(['001 committed'])
    expect(existsSync(path.join(lab.folder('001'), 'KNA1.csv'))).toBe(true)
  })

  it('a folder that cannot be written to is processed all the same', async () => {
    const lab = await begun()
    lab.lay('002', delta(['C2']), { mode: 'delta', sequence: 2 })
    // As root only a directory in its place keeps the marker from being written.
    lab.lay('002/_DONE.json.new', { x: '' })
    chmodSync(lab.folder('002'), 0o555)
    await lab.turn(DAY[1] as string)
    await lab.turn(DAY[2] as string)
    expect(await lab.runs()).toEqual(['001 committed', '002 committed'])
    expect(lab.marked('002')).toBeUndefined()
    expect(lab.log.join('\n')).toMatch(/002 could not be marked \(E[A-Z]+\); it is on record/)
    chmodSync(lab.folder('002'), 0o755)
  })

  it('one that is run by two scans at once is run once', async () => {
    const lab = await begun()
    lab.lay('002', delta(['C2']), { mode: 'delta', sequence: 2 })
    const request = { domain: orderToCash, inbox: lab.inbox, at: new Date(DAY[1] as string) }
    await Promise.all([scanInbox(lab.url, request), scanInbox(lab.url, request)])
    expect(await lab.runs()).toEqual(['001 committed', '002 committed'])
  })
})

describe('a refused delivery', () => {
  it('with an unreadable _READY is refused and recorded once, and blocks', async () => {
    const lab = await begun()
    lab.lay('002', delta(['C2']), '{"mode":"detla"}')
    lab.lay('003', delta(['C3']), { mode: 'delta', sequence: 3 })
    for (const day of DAY) await lab.turn(day)
    expect(await lab.runs()).toEqual(['001 committed', '002 refused'])
    expect(await lab.deliveries()).toEqual(['001 committed', '002 refused', '003 waiting'])
    expect(lab.marked('002')).toMatchObject({ file: '_REFUSED.json', status: 'refused', run: 2 })
  })

  it('keeps later deltas waiting until it is retried', async () => {
    const lab = await begun()
    lab.lay('002', { 'KNA1.csv': 'MANDT,KUNNR\n100,C2\n' }, { mode: 'delta', sequence: 2 })
    lab.lay('003', delta(['C3']), { mode: 'delta', sequence: 3 })
    lab.lay('004', delta(['C4']), { mode: 'delta', sequence: 4 })
    await lab.turn(DAY[1] as string)
    expect(await lab.deliveries()).toEqual([
      '001 committed',
      '002 refused',
      '003 waiting',
      '004 waiting',
    ])
    expect(await inboxStatus(lab.db)).toEqual({
      [DOMAIN]: {
        waiting: 2,
        blocked: { delivery: '002', status: 'refused', reason: expect.stringContaining('KNA1') },
      },
    })

    lab.lay('002', delta(['C2']))
    await retryDelivery(lab.db, DOMAIN, '002')
    await lab.work()
    expect(await lab.runs()).toEqual([
      '001 committed',
      '002 refused',
      '002 committed',
      '003 committed',
      '004 committed',
    ])
    expect(lab.marked('002')).toMatchObject({ file: '_DONE.json', run: 3 })
    expect(existsSync(path.join(lab.folder('002'), '_REFUSED.json'))).toBe(false)
    expect(await inboxStatus(lab.db)).toEqual({ [DOMAIN]: { waiting: 0, blocked: null } })
  })

  it('retried and refused again blocks again', async () => {
    const lab = await begun()
    lab.lay('002', { 'KNA1.csv': 'MANDT\n100\n' }, { mode: 'delta', sequence: 2 })
    lab.lay('003', delta(['C3']), { mode: 'delta', sequence: 3 })
    await lab.turn(DAY[1] as string)
    await retryDelivery(lab.db, DOMAIN, '002')
    await lab.work()
    expect(await lab.runs()).toEqual(['001 committed', '002 refused', '002 refused'])
    expect(await lab.deliveries()).toEqual(['001 committed', '002 refused', '003 waiting'])
  })

  it('lets later deltas pass when it is waived by name', async () => {
    const lab = await begun()
    lab.lay('002', { 'KNA1.csv': 'MANDT\n100\n' }, { mode: 'delta', sequence: 2 })
    lab.lay('003', delta(['C3']), { mode: 'delta', sequence: 3 })
    await lab.turn(DAY[1] as string)
    await expect(waiveDelivery(lab.db, DOMAIN, '003', 'ana')).rejects.toThrow(
      '003 of order-to-cash is waiting',
    )
    await waiveDelivery(lab.db, DOMAIN, '002', 'ana')
    await lab.work()
    expect(await lab.runs()).toEqual(['001 committed', '002 refused', '003 committed'])
    expect(await lab.deliveries()).toEqual(['001 committed', '002 waived', '003 committed'])
    await expect(retryDelivery(lab.db, DOMAIN, '002')).rejects.toThrow('is waived')
  })

  it('is passed by a full delivery, which is newer than what waited before it', async () => {
    const lab = await begun()
    lab.lay('002', { 'KNA1.csv': 'MANDT\n100\n' }, { mode: 'delta', sequence: 2 })
    lab.lay('003', delta(['C1', 'old name']), { mode: 'delta', sequence: 3 })
    await lab.turn(DAY[1] as string)
    lab.lay('004', { ...fullFiles(), ...delta(['C1', 'new name']) }, { sequence: 4 })
    lab.lay('005', delta(['C5']), { mode: 'delta', sequence: 5 })
    await lab.turn(DAY[2] as string)
    expect(await lab.deliveries()).toEqual([
      '001 committed',
      '002 refused',
      '003 waived',
      '004 committed',
      '005 committed',
    ])
    expect(await lab.one(`SELECT razao_social FROM silver.clientes WHERE cod_cliente = 'C1'`)).toBe(
      'new name',
    )
    expect(await inboxStatus(lab.db)).toEqual({ [DOMAIN]: { waiting: 0, blocked: null } })
    await expect(retryDelivery(lab.db, DOMAIN, '002')).rejects.toThrow('was committed after 002')
  })

  it('a full delivery run by hand lets later deltas pass as well', async () => {
    const lab = await begun()
    lab.lay('002', { 'KNA1.csv': 'MANDT\n100\n' }, { mode: 'delta', sequence: 2 })
    lab.lay('004', delta(['C4']), { mode: 'delta', sequence: 4 })
    await lab.turn(DAY[1] as string)
    lab.lay('elsewhere', fullFiles())
    const asOf = new Date('2026-01-06T07:00:00Z')
    await runDelivery(lab.url, { domain: orderToCash, input: lab.folder('elsewhere'), asOf })
    await lab.turn(DAY[2] as string)
    expect((await lab.runs()).slice(2)).toEqual(['elsewhere committed', '004 committed'])
  })
})
