import { expect, it } from 'vitest'
import { openLab } from '@/lib/server/commands/lab.testing'
import { readHealth } from './health'
import { readStock } from './stock'
import { readWall } from './wall'

it('shows the figures of the stock screen, the last run, and the trend up to today', async () => {
  const lab = await openLab()
  const stock = await readStock(lab.db)
  const wall = await readWall(lab.db)
  expect(wall).toMatchObject({
    open: stock.open,
    ready: stock.ready,
    money: stock.money,
    oldest: { at: stock.oldest },
    run: { id: 1, status: 'committed', failedChecks: 0 },
    alertCounts: { critical: 0, warning: 0 },
  })
  expect(wall.open).toBeGreaterThan(0)
  expect(wall.worst.reduce((n, r) => n + r.rows, 0)).toBe(wall.open)
  expect(wall.trend).toHaveLength(56)
  expect(wall.trend.at(-1)).toEqual({
    day: wall.trend
      .map((d) => d.day)
      .sort()
      .at(-1),
    rows: wall.open,
  })
})

it('knows a worker by its pulse and an inbox by what blocks it', async () => {
  const lab = await openLab()
  const { db } = lab
  expect(await readHealth(db)).toMatchObject({
    worker: { alive: 0, since: null, lastBeat: null },
    inbox: { waiting: 0, blocked: null },
  })
  await lab.t.db.exec(`INSERT INTO quality.worker (id, host, pid, started_at, beat_at)
    VALUES ('a', 'h', 1, now() - interval '1 hour', now()), ('b', 'h', 2, now() - interval '1 day', now() - interval '1 minute')`)
  const { worker } = await readHealth(db)
  expect(worker.alive).toBe(1)
  expect(Date.now() - Date.parse(worker.since ?? '')).toBeLessThan(2 * 3_600_000)
  await lab.t.db.exec(`UPDATE quality.worker SET beat_at = now() - interval '1 minute'`)
  expect((await readHealth(db)).worker).toMatchObject({ alive: 0, since: null })

  await lab.t.db.exec(`INSERT INTO quality.inbox (domain, delivery, mode, sequence, status, run_id, seen_at)
    VALUES ('adhoc', '007', 'delta', 7, 'refused', 1, now()), ('adhoc', '008', 'delta', 8, 'waiting', NULL, now())`)
  expect((await readHealth(db)).inbox).toMatchObject({
    waiting: 1,
    blocked: { domain: 'adhoc', delivery: '007' },
  })
  await lab.t.run({
    'PAIS.csv': 'id,nome\nP,Pedro\n',
    'FILHOS.csv': 'id,pai,v,moeda\nf,P,3.00,BRL\n',
    'NETOS.csv': 'id,filho\nnf,f\n',
  })
  expect((await readHealth(db)).inbox.blocked).toBeNull()
})
