import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MalformedSpool } from './spool'

const RECORD = {
  number: 1,
  lineFrom: 2,
  lineTo: 2,
  reason: 'ragged' as const,
  detail: '3 fields where 5 are expected',
  bytes: Buffer.alloc(100_000, 'x'),
}

let temporary: string
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'lazaret-spool-'))
  vi.stubEnv('TMPDIR', temporary)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(temporary, { recursive: true })
})

it('can be discarded in the middle of a write, and leaves nothing behind', async () => {
  const spool = new MalformedSpool()
  await spool.add({ ...RECORD, bytes: Buffer.from('x') })
  const rest = Promise.all([spool.add(RECORD), spool.add(RECORD)])
  await spool.discard()
  await rest
  expect(readdirSync(temporary)).toEqual([])
})

it('names the temporary folder when it cannot be written to: no fault of the delivery', async () => {
  vi.stubEnv('TMPDIR', join(temporary, 'gone'))
  const spool = new MalformedSpool()
  await expect(spool.add(RECORD)).rejects.toMatchObject({
    exitCode: 1,
    message: `The temporary folder ${join(temporary, 'gone')} cannot be written to (ENOENT)`,
  })
  await spool.discard()
})
