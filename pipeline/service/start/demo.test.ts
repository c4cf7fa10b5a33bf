import { expect, it } from 'vitest'
import { databaseToShow, isLoopback } from './demo'

it.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('%s is this machine only', (host) =>
  expect(isLoopback(host)).toBe(true),
)

it.each(['0.0.0.0', '::', '10.0.0.7', '127.evil.example', 'lazaret.intern', ''])(
  '%j is not',
  (host) => expect(isLoopback(host)).toBe(false),
)

it('the network is never shown the demo, whose passwords everybody knows', async () => {
  const before = process.env.HOST
  process.env.HOST = '0.0.0.0'
  const said: string[] = []
  try {
    const database = { url: 'postgres://own', embedded: true, close: async () => {} }
    // It neither asks the database nor starts a process: there is none.
    const shown = await databaseToShow(database, {} as never, (line) => said.push(line))
    expect(shown).toBe('postgres://own')
    expect(said).toEqual([expect.stringContaining('HOST=0.0.0.0')])
  } finally {
    if (before === undefined) delete process.env.HOST
    else process.env.HOST = before
  }
})
