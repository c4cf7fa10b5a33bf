/** `declaration <domain>` as it is typed: exit codes, shapes, files. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { createTestDatabase, type TestDatabase } from '@/lib/shared/db/testing'
import { certificateText } from '@/lib/shared/declaration/certificate'
import { DeclarationJson, DeclarationRefusedJson } from './shapes'
import { expectOneError, pipeline } from './testing'

let database: TestDatabase
let work: string
const cli = (...args: string[]) => pipeline(args, { DATABASE_URL: database.url })

beforeAll(async () => {
  database = await createTestDatabase()
  work = mkdtempSync(join(tmpdir(), 'lazaret-declared-'))
})
afterAll(async () => {
  rmSync(work, { recursive: true })
  await database.drop()
})

it('is refused before a run, produced after one, and refused again after one that was', async () => {
  const early = await cli('declaration', 'declaratif', '--json')
  expect(early.code).toBe(3)
  expect(DeclarationRefusedJson.parse(early.json())).toMatchObject({
    status: 'refused',
    error: { reason: 'no_run' },
  })
  expectOneError(early, /no delivery was run yet/)

  const delivery = join(work, 'delivery')
  await cli('generate', 'declaratif', '--out', delivery, '--scale', '0.02')
  expect((await cli('run', 'declaratif', '--input', delivery)).code).toBe(0)
  const out = join(work, 'out')
  const made = await cli('declaration', 'declaratif', '--out', out, '--json')
  expect(made.code).toBe(0)
  const { certificate, files } = DeclarationJson.parse(made.json())
  const [file = '', beside = ''] = files
  expect(readdirSync(out).map((name) => join(out, name))).toEqual(files.toSorted())
  const content = readFileSync(file)
  expect(createHash('sha256').update(content).digest('hex')).toBe(certificate.output.sha256)
  expect(readFileSync(beside, 'utf8')).toBe(certificateText(certificate))
  for (const input of certificate.inputs) {
    const received = readFileSync(join(delivery, input.file))
    expect(createHash('sha256').update(received).digest('hex')).toBe(input.sha256)
  }
  const again = await cli('declaration', 'declaratif')
  expect(again.stdout).toContain(certificate.output.sha256)
  expect(again.stdout).toMatch(/\d+ = \d+ declared \+ \d+ open \+ 0 closed \+ \d+ duplicates/)

  const count = async () => {
    const db = await Db.open(database.url)
    const { n } = await db.row<{ n: number }>('SELECT count(*)::int AS n FROM quality.declaration')
    await db.close()
    return n
  }
  const before = await count()
  writeFileSync(join(work, 'a-file'), '')
  for (const folder of ['/proc/nope/deep', join(work, 'a-file'), join(work, 'a-file', 'below')]) {
    const nowhere = await cli('declaration', 'declaratif', '--out', folder, '--json')
    expect(nowhere.code).toBe(1)
    expect(DeclarationRefusedJson.parse(nowhere.json())).toMatchObject({ declaration: null })
    expectOneError(nowhere, /the folder cannot be written .*Nothing was produced/)
  }
  expect(await count()).toBe(before)

  // A folder stands where the file would go.
  const next = certificate.declaration + 2
  const taken = basename(file).replace(/_\d+\.csv$/, `_${next}.csv`)
  mkdirSync(join(out, taken, 'x'), { recursive: true })
  const unwritten = await cli('declaration', 'declaratif', '--out', out, '--json')
  expect(unwritten.code).toBe(1)
  const kept = DeclarationJson.parse(unwritten.json())
  expect(kept).toMatchObject({ declaration: next, status: 'done', files: [] })
  expect(kept.error?.message).toContain(`declaration ${next} is produced and kept`)
  expectOneError(unwritten, /is produced and kept; it could not be written to/)
  expect(readdirSync(out).filter((f) => f.endsWith('.part'))).toEqual([])
  expect(await count()).toBe(before + 1)

  const broken = join(work, 'broken')
  mkdirSync(broken)
  writeFileSync(join(broken, 'contrats.csv'), 'id_contrat\n1\n')
  expect((await cli('run', 'declaratif', '--input', broken)).code).toBe(2)
  const late = await cli('declaration', 'declaratif', '--out', join(work, 'none'))
  expect(late.code).toBe(3)
  expectOneError(late, /run \d+, its latest, was refused/)
  expect(readdirSync(work)).not.toContain('none')
}, 120_000)

it('says which domains declare, and explains itself', async () => {
  const other = await cli('declaration', 'order-to-cash', '--json')
  expect(other.code).toBe(1)
  expectOneError(other, /order-to-cash has nothing to declare\. Known: declaratif/)
  const help = await cli('declaration', '--help')
  expect(help.code).toBe(0)
  expect(help.stdout).toMatch(/completeness certificate[\s\S]*--out <dir>[\s\S]*--json/)
}, 60_000)
