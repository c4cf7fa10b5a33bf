import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { addJob, replayJob } from '@/lib/shared/queue/job'
import { requestReplay } from '@/lib/shared/replay/request'
import {
  csv,
  customer,
  DOMAIN,
  fullFiles,
  InboxLab,
  item,
  order,
} from '@/pipeline/service/inbox/inbox.testing'
import { tick } from './tick'

// Whole days, real processes: slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const NIGHTLY = 'LAZARET_NIGHTLY_CRON'
beforeEach(() => {
  process.env[NIGHTLY] = '0 23 * * *'
})
afterEach(() => {
  delete process.env[NIGHTLY]
})

/** Moments at which the nightly replay fires while somebody looks every `minutes`. */
async function nights(lab: InboxLab, from: string, to: string, minutes: number): Promise<string[]> {
  const fired: string[] = []
  for (let t = Date.parse(from); t <= Date.parse(to); t += minutes * 60_000) {
    const names = await tick(lab.db, new Date(t), { inbox: false, domains: [DOMAIN] })
    if (names.includes('nightly_replay')) fired.push(new Date(t).toISOString().slice(0, 16))
  }
  return fired
}

describe('tick', () => {
  it('fires once in the night in which 02:30 does not exist, when the clock jumps', async () => {
    process.env[NIGHTLY] = '30 2 * * *'
    const lab = await InboxLab.open()
    expect(await nights(lab, '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z', 15)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ])
  })

  it('fires once in the night in which 02:30 exists twice', async () => {
    process.env[NIGHTLY] = '30 2 * * *'
    const lab = await InboxLab.open()
    expect(await nights(lab, '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z', 15)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ])
  })

  it('goes on from now after a clock that was ahead, and says so', async () => {
    const lab = await InboxLab.open()
    const lines: string[] = []
    const look = (at: string) =>
      tick(lab.db, new Date(at), { inbox: true, domains: [DOMAIN], log: (l) => lines.push(l) })
    await look('2026-06-02T12:00:00Z')
    expect(await look('2026-06-01T12:00:00Z')).toEqual([])
    expect(lines[0]).toContain('schedule inbox: last fired at 2026-06-02T12:00:00.000Z, which lies')
    expect(await look('2026-06-01T12:01:00Z')).toContain('inbox')
    // Two workers' clocks differ a little: nothing fires twice.
    expect(await look('2026-06-01T12:00:50Z')).toEqual([])
    expect(lines).toHaveLength(4)
  })

  it('fires at midnight of the workspace, not a second earlier', async () => {
    process.env[NIGHTLY] = '0 0 * * *'
    const lab = await InboxLab.open()
    const fires = async (at: string) =>
      (await tick(lab.db, new Date(at), {})).includes('nightly_replay')
    expect(await fires('2026-06-01T12:00:00Z')).toBe(false)
    expect(await fires('2026-06-01T21:59:59.999Z')).toBe(false)
    expect(await fires('2026-06-01T22:00:00Z')).toBe(true)
    expect(await fires('2026-06-01T22:00:00Z')).toBe(false)
  })

  it('after a while away it fires once, with the clock of now', async () => {
    const lab = await InboxLab.open()
    await tick(lab.db, new Date('2026-06-01T12:00:00Z'), { inbox: true, domains: [DOMAIN] })
    const late = new Date('2026-06-09T09:07:00.123Z')
    const fired = await tick(lab.db, late, { inbox: true, domains: [DOMAIN] })
    expect(fired).toEqual(['inbox', 'nightly_replay', 'alert_sweep', 'notify'])
    expect(await tick(lab.db, late, { inbox: true, domains: [DOMAIN] })).toEqual([])
    const jobs = await lab.db.rows<{ task: string; at: string }>(
      `SELECT t.identifier AS task, j.payload->>'at' AS at FROM graphile_worker._private_jobs j
      LEFT JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`,
    )
    expect(jobs.map((j) => j.task)).toEqual([
      'inbox_run',
      'nightly_replay',
      'alert_sweep',
      'notify',
    ])
    expect(new Set(jobs.map((j) => j.at))).toEqual(new Set([late.toISOString()]))
  })

  it('ten workers that look at once fire once', async () => {
    const lab = await InboxLab.open()
    await tick(lab.db, new Date('2026-06-01T12:00:00Z'), { domains: [DOMAIN] })
    const dbs = await Promise.all(Array.from({ length: 10 }, () => Db.open(lab.url)))
    const now = new Date('2026-06-02T12:00:00Z')
    const fired = await Promise.all(dbs.map((db) => tick(db, now, { domains: [DOMAIN] })))
    await Promise.all(dbs.map((db) => db.close()))
    expect(fired.flat().sort()).toEqual(['alert_sweep', 'nightly_replay', 'notify'])
    expect(await lab.one('SELECT sum(revision + 1)::int FROM graphile_worker.jobs')).toBe(3)
  })
})

/** Tuesday 6 to Thursday 8 January 2026, Paris: order on Tuesday, its customer on Wednesday. */
async function untilWednesdayEvening(): Promise<InboxLab> {
  const lab = await InboxLab.open()
  await lab.turn('2026-01-05T05:00:00Z')
  lab.lay('001', fullFiles(), { sequence: 1 })
  await lab.turn('2026-01-05T05:30:00Z')
  const order9 = {
    'VBAK.csv': csv('VBAK', order('O9', 'C9')),
    'VBAP.csv': csv('VBAP', item('O9', '10'), item('O9', '20')),
  }
  lab.lay('002', order9, { mode: 'delta', sequence: 2 })
  await lab.pass('2026-01-06T06:00:00Z', '2026-01-07T05:00:00Z', 180)
  expect(await open(lab)).toEqual(['VBAK_CLIENTE_INEXISTENTE 1 0', 'VBAP_ORDEM_EM_QUARENTENA 2 0'])
  lab.lay('003', { 'KNA1.csv': csv('KNA1', customer('C9')) }, { mode: 'delta', sequence: 3 })
  await lab.pass('2026-01-07T06:00:00Z', '2026-01-07T21:00:00Z', 180)
  expect(await open(lab)).toEqual(['VBAK_CLIENTE_INEXISTENTE 1 1', 'VBAP_ORDEM_EM_QUARENTENA 2 2'])
  return lab
}

/** Open rows: rule, how many, how many of them ready. */
async function open(lab: InboxLab): Promise<string[]> {
  const rows = await lab.db.rows<{ line: string }>(
    `SELECT rule || ' ' || count(*) || ' ' || count(*) FILTER (WHERE ready) AS line
    FROM quality.quarantine WHERE statut = 'A_TRAITER' GROUP BY rule ORDER BY rule`,
  )
  return rows.map((r) => r.line)
}

describe('R27: the order comes on Tuesday, its customer on Wednesday', () => {
  it("Wednesday night's replay settles order and items", async () => {
    const lab = await untilWednesdayEvening()
    await lab.pass('2026-01-07T22:00:00Z', '2026-01-08T09:00:00Z', 90)
    expect(await open(lab)).toEqual([])
    const stays = await lab.db.rows<{ line: string }>(
      `SELECT concat_ws(' ', dataset, key_text, statut, exit_reason,
        (first_seen AT TIME ZONE 'Europe/Paris')::date, (settled_at AT TIME ZONE 'Europe/Paris')::date) AS line
      FROM quality.quarantine ORDER BY 1`,
    )
    expect(stays.map((s) => s.line)).toEqual([
      'ordens_venda 100 / O9 SOLDEE REPLAYED 2026-01-06 2026-01-07',
      'ordens_venda_itens 100 / O9 / 10 SOLDEE REPLAYED 2026-01-06 2026-01-07',
      'ordens_venda_itens 100 / O9 / 20 SOLDEE REPLAYED 2026-01-06 2026-01-07',
    ])
    const flow = await lab.db.rows<{ line: string }>(
      `SELECT concat_ws(' ', day, rule, 'in', sum(in_rows), 'out', sum(out_rows)) AS line
      FROM quality.flow_daily GROUP BY day, rule HAVING sum(in_rows) + sum(out_rows) > 0 ORDER BY day, rule`,
    )
    expect(flow.map((f) => f.line)).toEqual([
      '2026-01-06 VBAK_CLIENTE_INEXISTENTE in 1 out 0',
      '2026-01-06 VBAP_ORDEM_EM_QUARENTENA in 2 out 0',
      '2026-01-07 VBAK_CLIENTE_INEXISTENTE in 0 out 1',
      '2026-01-07 VBAP_ORDEM_EM_QUARENTENA in 0 out 2',
    ])
    const replays = await lab.db.rows(
      'SELECT actor, status, requested, cascaded, settled, still_failing FROM quality.replay',
    )
    expect(replays).toEqual([
      {
        actor: 'schedule',
        status: 'done',
        requested: 1,
        cascaded: 2,
        settled: 3,
        still_failing: 0,
      },
    ])
  })

  it('with the rule on manual it waits, ready, until a replay is asked for', async () => {
    const lab = await untilWednesdayEvening()
    await lab.db.exec(
      `UPDATE quality.rule SET replay_override = 'manual' WHERE code = 'VBAK_CLIENTE_INEXISTENTE'`,
    )
    await lab.pass('2026-01-07T21:30:00Z', '2026-01-09T09:00:00Z', 180)
    // Neither tried in vain: no replay, no event.
    expect(await open(lab)).toEqual([
      'VBAK_CLIENTE_INEXISTENTE 1 1',
      'VBAP_ORDEM_EM_QUARENTENA 2 2',
    ])
    expect(await lab.one('SELECT count(*)::int FROM quality.replay')).toBe(0)

    const filter = { rule: 'VBAK_CLIENTE_INEXISTENTE' }
    const { id } = await requestReplay(lab.db, {
      domain: DOMAIN,
      scope: { filter },
      kind: 'replay',
      actor: 'ana',
      asOf: '2026-01-09T10:00:00Z',
    })
    await addJob(lab.db, replayJob({ id, domain: DOMAIN }))
    await lab.work()
    expect(await open(lab)).toEqual([])
  })

  it('with the rule on after_run it leaves with the run that brings the customer', async () => {
    const lab = await InboxLab.open()
    await lab.db.exec(`UPDATE quality.rule SET replay_override = 'after_run'`)
    await lab.turn('2026-01-05T05:00:00Z')
    const files = { ...fullFiles(), 'VBAK.csv': csv('VBAK', order('O1', 'C1'), order('O9', 'C9')) }
    lab.lay('001', files, { sequence: 1 })
    await lab.turn('2026-01-05T05:30:00Z')
    expect(await open(lab)).toEqual(['VBAK_CLIENTE_INEXISTENTE 1 0'])
    lab.lay('002', { 'KNA1.csv': csv('KNA1', customer('C9')) }, { mode: 'delta', sequence: 2 })
    await lab.turn('2026-01-05T06:00:00Z')
    expect(await open(lab)).toEqual([])
    expect(await lab.db.rows('SELECT actor, idempotency_key, settled FROM quality.replay')).toEqual(
      [{ actor: 'schedule', idempotency_key: 'after-run:2', settled: 1 }],
    )
  })
})
