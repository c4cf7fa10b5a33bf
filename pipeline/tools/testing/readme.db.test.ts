/** The README: its worked example works as printed, and the paths that it names exist. */
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/lib/shared/db/testing'
import { projectRoot } from '@/lib/shared/env'
import { copyProject, followExample, readme } from './worked-example'

const copy = copyProject()
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(async () => {
  copy.remove()
  await database.drop()
})

test('adding a dataset works as the README prints it', async () => {
  const said = await followExample(copy.folder, database.url)
  expect(said.at(-1)).toMatch(/fornecedores +3 +2 +1 +0 +1 /)
  expect(said.at(-1)).toContain('LFA1_CNPJ_INVALIDO')
  const types = execFileSync('npm', ['run', '-s', 'types'], { cwd: copy.folder }).toString()
  expect(types).toBe('')
}, 240_000)

test('paths that the README names exist', () => {
  const named = [...readme.matchAll(/`((?:pipeline|lib|docs|app|e2e)\/[\w./-]+)`/g)].map(
    (m) => m[1] ?? '',
  )
  const example = ['my-domains']
  const repository = execFileSync('git', ['ls-files'], { cwd: projectRoot }).toString()
  for (const path of named.filter((p) => !example.some((e) => p.startsWith(e)))) {
    expect(repository, path).toContain(path)
  }
})
