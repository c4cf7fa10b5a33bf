/** Commands that need no database. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generated, hashOf } from '@/pipeline/tools/generate/order-to-cash/testing'
import { InspectJson } from './shapes'
import { pipeline, together } from './testing'

let work: string
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'lazaret-cli-'))
})
afterAll(() => rmSync(work, { recursive: true }))

describe('the command line', () => {
  it('tells how a file reads, and writes it clean', async () => {
    const path = join(work, 'odd.csv')
    writeFileSync(path, '\ufeffid;v\r\n1;"a""b"\r\n2\r\n3;c\r\n')
    const out = join(work, 'clean.csv')
    const inspected = await pipeline(['inspect', path, '--out', out, '--json'])
    expect(inspected.code).toBe(0)
    const report = InspectJson.parse(inspected.json())
    expect(report).toMatchObject({ records: 3, malformedCount: 1, delimiter: ';' })
    expect(readFileSync(out, 'utf8')).toBe('id,v\r\n1,"a""b"\r\n3,c\r\n')
    const words = await pipeline(['inspect', path])
    expect(words.stdout).toMatch(/3 records, 1 malformed\n {2}record 2, line 3: ragged/)
  }, 30_000)

  it('makes extracts', async () => {
    const out = join(work, 'made')
    const options = ['--scale', '0.02', '--seed', '6', '--deliveries', '2', '--json']
    const made = await pipeline(['generate', 'order-to-cash', '--out', out, ...options])
    expect(made.code).toBe(0)
    expect(made.json()).toMatchObject({ seed: 6, scale: 0.02 })
    expect(existsSync(join(out, '002/_READY'))).toBe(true)
    const same = await generated({ scale: 0.02, seed: 6, deliveries: 2 })
    expect(hashOf(out)).toBe(hashOf(same.out))
    same.remove()
  }, 30_000)

  it('helps', async () => {
    const asked = [['--help'], ['run', '--help'], ['inspect', '--help']]
    for (const { code, stdout, stderr } of await together(asked, (args) => pipeline(args))) {
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(/^Usage: pipeline/)
    }
  }, 30_000)
})
