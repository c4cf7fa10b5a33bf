import { describe, expect, it, onTestFinished } from 'vitest'
import { close } from '@/lib/server/commands/close'
import { openLab, person, wish } from '@/lib/server/commands/lab.testing'
import { reopen } from '@/lib/server/commands/reopen'
import { connectClient } from '@/lib/shared/db/client'
import { type Database, databaseOf } from '@/lib/shared/db/database'
import { Scene } from '@/pipeline/service/alerts/scene.testing'
import { readExitTimes, readToday } from './exit-times'
import { cumulativeOf, type FlowLine, ratesOf, readFlow, readRates } from './flow'

async function open(zone?: string): Promise<{ s: Scene; db: Database }> {
  const s = await Scene.open(zone)
  const connection = connectClient(s.url)
  onTestFinished(() => connection.end())
  return { s, db: databaseOf(connection.client) }
}

/** `opening +in +reopened >moved in <moved out -out =closing`. */
const short = ({ period, rule, rows: r }: FlowLine) =>
  `${period}${rule ? ` ${rule}` : ''}: ${r.opening} +${r.in} +${r.reopened} >${r.movedIn} <${r.movedOut} -${r.out} =${r.closing}`

/** Week 2: 10 in, 4 out. Week 3: 5 in, 6 out, and the 5 that are left move to S. Week 4: nothing. */
async function example() {
  const { s, db } = await open()
  await s.enter('2026-01-05T12:00:00Z', { n: 10 })
  await s.leave('2026-01-06T12:00:00Z', { n: 4 })
  await s.enter('2026-01-13T12:00:00Z', { n: 5, amount: '2.50' })
  await s.leave('2026-01-14T12:00:00Z', { n: 6 })
  await s.move('2026-01-14T13:00:00Z', 'R', 'S')
  return { s, db }
}

describe('flow', () => {
  it('adds up per week and rule, rows and money, quiet weeks included', async () => {
    const { db } = await example()
    const lines = await readFlow(db, {
      domain: 'd',
      from: '2026-01-05',
      to: '2026-01-25',
      grain: 'week',
      by: 'rule',
    })
    expect(lines.map(short)).toEqual([
      '2026-W02 R: 0 +10 +0 >0 <0 -4 =6',
      '2026-W02 S: 0 +0 +0 >0 <0 -0 =0',
      '2026-W03 R: 6 +5 +0 >0 <5 -6 =0',
      '2026-W03 S: 0 +0 +0 >5 <0 -0 =5',
      '2026-W04 R: 0 +0 +0 >0 <0 -0 =0',
      '2026-W04 S: 5 +0 +0 >0 <0 -0 =5',
    ])
    expect(lines[2]?.money).toEqual([
      {
        dataset: 't',
        currency: 'BRL',
        opening: '6.00',
        in: '12.50',
        reopened: '0.00',
        movedIn: '0.00',
        revalued: '0.00',
        out: '6.00',
        movedOut: '12.50',
        closing: '0.00',
      },
    ])
    const domain = await readFlow(db, {
      domain: 'd',
      from: '2026-01-13',
      to: '2026-01-14',
      grain: 'day',
      by: 'domain',
    })
    expect(domain.map(short)).toEqual([
      '2026-01-13: 6 +5 +0 >0 <0 -0 =11',
      '2026-01-14: 11 +0 +0 >5 <5 -6 =5',
    ])
    expect(
      await readFlow(db, {
        domain: 'd',
        rule: 'R',
        from: '2026-01-20',
        to: '2026-01-25',
        grain: 'day',
        by: 'rule',
      }),
    ).toEqual([])
    expect(
      await readFlow(db, {
        domain: 'other',
        from: '2026-01-05',
        to: '2026-01-25',
        grain: 'day',
        by: 'rule',
      }),
    ).toEqual([])
  })

  it('exit rate is out ÷ in, clearance is out ÷ (opening + in)', async () => {
    const { db } = await example()
    const rates = (from: string, to: string) => readRates(db, { domain: 'd', from, to })
    expect(await rates('2026-01-05', '2026-01-11')).toEqual({
      opening: 0,
      in: 10,
      out: 4,
      closing: 6,
      exitRate: 0.4,
      clearance: 0.4,
    })
    expect(await rates('2026-01-12', '2026-01-18')).toEqual({
      opening: 6,
      in: 5,
      out: 6,
      closing: 5,
      exitRate: 1.2,
      clearance: 6 / 11,
    })
    expect(await rates('2026-01-05', '2026-01-18')).toEqual({
      opening: 0,
      in: 15,
      out: 10,
      closing: 5,
      exitRate: 10 / 15,
      clearance: 10 / 15,
    })
    expect(await rates('2026-01-14', '2026-01-14')).toMatchObject({
      opening: 11,
      in: 0,
      out: 6,
      exitRate: null,
      clearance: 6 / 11,
    })
    expect(await rates('2026-01-19', '2026-01-25')).toMatchObject({ exitRate: null, clearance: 0 })
    expect(await rates('2025-01-01', '2025-01-02')).toMatchObject({
      exitRate: null,
      clearance: null,
    })
  })

  it('a closed row goes out and a reopened one comes in, in the ledger of the day', async () => {
    const lab = await openLab()
    const call = { db: lab.db, actor: person('steward'), at: new Date('2026-01-07T15:00:00Z') }
    const base = { requestId: wish(), domain: 'adhoc', target: { ids: [lab.id('a'), lab.id('b')] } }
    await close(call, { ...base, reason: 'no use' })
    const target = { ids: [lab.id('a')] }
    await reopen(
      { ...call, at: new Date('2026-01-08T15:00:00Z') },
      { ...base, requestId: wish(), target },
    )
    const lines = await readFlow(lab.db, {
      domain: 'adhoc',
      dataset: 'filhos',
      from: '2026-01-06',
      to: '2026-01-08',
      grain: 'day',
      by: 'dataset',
    })
    expect(lines.map(short)).toEqual([
      '2026-01-06: 5 +0 +0 >0 <0 -0 =5',
      '2026-01-07: 5 +0 +0 >0 <0 -2 =3',
      '2026-01-08: 3 +0 +1 >0 <0 -0 =4',
    ])
    expect(lines[2] && ratesOf(lines[2].rows)).toMatchObject({ in: 1, out: 0, exitRate: 0 })
    expect(lines[2]?.money.map((m) => `${m.currency} ${m.closing}`)).toEqual([
      'BRL 16.50',
      'USD -5.00',
    ])
    expect(cumulativeOf(lines).map((c) => [c.arrived, c.left])).toEqual([
      [5, 0],
      [5, 2],
      [6, 2],
    ])
  })

  it('ISO week 53 of 2026 ends on Sunday 3 January; part of a week keeps its name', async () => {
    const { s, db } = await open()
    await s.enter('2026-12-31T12:00:00Z')
    await s.enter('2027-01-04T02:59:59Z')
    await s.enter('2027-01-04T03:00:00Z')
    const flow = async (from: string) =>
      (
        await readFlow(db, { domain: 'd', from, to: '2027-01-05', grain: 'week', by: 'domain' })
      ).map((line) => `${line.from} ${short(line)}`)
    expect(await flow('2026-12-28')).toEqual([
      '2026-12-28 2026-W53: 0 +2 +0 >0 <0 -0 =2',
      '2027-01-04 2027-W01: 2 +1 +0 >0 <0 -0 =3',
    ])
    expect(await flow('2027-01-02')).toEqual([
      '2027-01-02 2026-W53: 1 +1 +0 >0 <0 -0 =2',
      '2027-01-04 2027-W01: 2 +1 +0 >0 <0 -0 =3',
    ])
    expect(await readToday(db, new Date('2027-01-04T02:59:59Z'))).toEqual({
      timeZone: 'America/Sao_Paulo',
      day: '2027-01-03',
      monday: '2026-12-28',
      week: '2026-W53',
    })
  })

  it.each([
    [
      'spring',
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
      ['2026-03-28', '2026-03-29', '2026-03-30'],
    ],
    [
      'autumn',
      '2026-10-24T22:00:00Z',
      '2026-10-25T23:00:00Z',
      ['2026-10-24', '2026-10-25', '2026-10-26'],
    ],
  ])('days of Europe/Paris begin at local midnight, %s', async (_, begin, end, days) => {
    const { s, db } = await open('Europe/Paris')
    const secondBefore = (time: string) => new Date(new Date(time).getTime() - 1000).toISOString()
    for (const time of [secondBefore(begin), begin, secondBefore(end), end]) await s.enter(time)
    const [from = '', , to = ''] = days
    const lines = await readFlow(db, { domain: 'd', from, to, grain: 'day', by: 'domain' })
    expect(lines.map((line) => [line.period, line.rows.in])).toEqual(
      days.map((day, i) => [day, [1, 2, 1][i]]),
    )
    expect((await readToday(db, new Date(secondBefore(end)))).day).toBe(days[1])
  })
})

describe('time to exit', () => {
  it('median and p90 by rule, of exits in the range only', async () => {
    const { s, db } = await open()
    for (let hour = 1; hour <= 10; hour += 1) {
      await s.enter('2026-01-05T12:00:00Z')
      await s.leave(new Date(Date.UTC(2026, 0, 5, 12 + hour)).toISOString())
    }
    await s.enter('2026-01-05T12:00:00Z')
    await s.leave('2026-01-20T12:00:00Z')
    const query = { domain: 'd', from: '2026-01-05', to: '2026-01-06' }
    expect(await readExitTimes(db, query)).toEqual([
      { dataset: 't', rule: 'R', exits: 10, medianSeconds: 5 * 3600, p90Seconds: 9 * 3600 },
    ])
    expect(await readExitTimes(db, { ...query, rule: 'S' })).toEqual([])
    // 22:00 UTC is 19:00 in São Paulo: still the 5th.
    expect(await readExitTimes(db, { ...query, to: '2026-01-05' })).toMatchObject([{ exits: 10 }])
  })
})
