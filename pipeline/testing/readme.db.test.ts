/** The worked example of the README, followed to the letter in a copy of the repository. */
import { execFile, execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { projectRoot } from '@/lib/env'

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
const section = /## Add a dataset\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? ''
const copy = mkdtempSync(join(tmpdir(), 'lazaret-readme-'))
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: projectRoot })
  for (const file of files.toString().split('\n').filter(Boolean)) {
    cpSync(join(projectRoot, file), join(copy, file), { recursive: true })
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'))
})

afterAll(async () => {
  rmSync(copy, { recursive: true, force: true })
  await database.drop()
})

/** Fenced blocks of a language, in order. */
const blocks = (language: string): string[] =>
  [...section.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    (m) => m[1] ?? '',
  )

test('adding a dataset works as the README prints it', async () => {
  for (const block of blocks('ts')) {
    const [, file = '', how] = /^\/\/ (\S+)(?: \((\w+).*\))?\n/.exec(block) ?? []
    expect(file, 'each block begins with its file').not.toBe('')
    const path = join(copy, file)
    mkdirSync(dirname(path), { recursive: true })
    const code = block.slice(block.indexOf('\n') + 1)
    if (how === 'add') appendFileSync(path, code)
    else writeFileSync(path, code)
  }
  const [csv = ''] = blocks('csv')
  mkdirSync(join(copy, 'deliveries/compras'), { recursive: true })
  writeFileSync(join(copy, 'deliveries/compras/LFA1.csv'), csv)

  const [commands = ''] = blocks('sh')
  const said: string[] = []
  for (const command of commands.trim().split('\n')) {
    const { stdout } = await promisify(execFile)('sh', ['-c', command], {
      cwd: copy,
      env: { ...process.env, DATABASE_URL: database.url },
    })
    said.push(stdout)
  }
  expect(said.at(-1)).toMatch(/fornecedores +3 +2 +1 +0 +1 /)
  expect(said.at(-1)).toContain('LFA1_CNPJ_INVALIDO')
  const types = execFileSync('node_modules/.bin/tsc', ['--noEmit'], { cwd: copy }).toString()
  expect(types).toBe('')
}, 240_000)

test('paths that the README names exist', () => {
  const named = [...readme.matchAll(/`((?:pipeline|lib|docs|app|e2e)\/[\w./-]+)`/g)].map(
    (m) => m[1] ?? '',
  )
  const example = ['pipeline/domains/compras', 'lib/db/schema/fornecedores.ts']
  const repository = execFileSync('git', ['ls-files'], { cwd: projectRoot }).toString()
  for (const path of named.filter((p) => !example.some((e) => p.startsWith(e)))) {
    expect(repository, path).toContain(path)
  }
})
