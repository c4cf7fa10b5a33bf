import { expect, it, onTestFinished } from 'vitest'
import { connectClient } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { Scene } from '@/pipeline/service/alerts/scene.testing'
import { readFlow } from './flow'
import { readAges, readMoves } from './moves'

it('lists exactly the rows that the figures count, page by page', async () => {
  const s = await Scene.open()
  const connection = connectClient(s.url)
  onTestFinished(() => connection.end())
  const db = databaseOf(connection.client)
  await s.enter('2026-01-05T12:00:00Z', { n: 10 })
  await s.leave('2026-01-06T12:00:00Z', { n: 4 })
  // Half past nine in the evening of the 12th where the workspace is.
  await s.enter('2026-01-13T00:30:00Z', { n: 5, amount: '2.50' })
  await s.leave('2026-01-14T12:00:00Z', { n: 2 })
  const range = { domain: 'd', from: '2026-01-07', to: '2026-01-18' }

  const flow = await readFlow(db, { ...range, grain: 'day', by: 'domain' })
  const sum = (move: 'in' | 'out') => flow.reduce((n, line) => n + line.rows[move], 0)
  for (const kind of ['in', 'out'] as const) {
    const { count, moves } = await readMoves(db, { ...range, kind, limit: 100 })
    expect([kind, count, moves.length]).toEqual([kind, sum(kind), sum(kind)])
  }
  const first = await readMoves(db, { ...range, kind: 'in', limit: 3 })
  const rest = await readMoves(db, {
    ...range,
    kind: 'in',
    limit: 3,
    before: first.moves.at(-1)?.cursor,
  })
  const rows = [...first.moves, ...rest.moves].map((m) => m.row)
  expect([first.count, rest.count, rows.length, new Set(rows).size]).toEqual([5, 5, 5, 5])
  expect(first.moves[0]).toMatchObject({ kind: 'ENTERED', dataset: 't', rule: 'R', amount: '2.50' })

  for (const grain of ['day', 'week'] as const) {
    const ages = await readAges(db, { ...range, grain })
    expect(ages.reduce((n, bar) => n + bar.rows, 0)).toBe(9)
    for (const bar of ages) {
      const span = { from: bar.from ?? '2000-01-01', to: bar.to }
      const open = await readMoves(db, { ...range, ...span, kind: 'open', limit: 100 })
      expect([bar.to, open.count, open.moves.length]).toEqual([bar.to, bar.rows, bar.rows])
    }
  }
  const weeks = await readAges(db, { ...range, grain: 'week' })
  expect(weeks.map((w) => `${w.from} ${w.to}`)).toEqual([
    'null 2026-01-06',
    '2026-01-07 2026-01-11',
    '2026-01-12 2026-01-18',
  ])
})
