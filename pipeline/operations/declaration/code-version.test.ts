import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { codeVersion } from './code-version'

it('says that code is modified where a source file changed or was added, never for other files', () => {
  const root = mkdtempSync(join(tmpdir(), 'lazaret-code-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (file: string, text = '1') => writeFileSync(join(root, file), text)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: root,
      stdio: 'ignore',
    })
  const modified = () => codeVersion(root).modified
  write('package.json', '{"name":"x","version":"1.0.0"}')
  mkdirSync(join(root, 'pipeline'))
  write('pipeline/a.ts')
  write('.gitignore', '*.log\n')
  expect(codeVersion(root)).toMatchObject({ commit: null, modified: null })
  git('init')
  git('add', '.')
  git('commit', '-m', 'x')
  expect(modified()).toBe(false)
  write('notes.txt')
  write('pipeline/run.log')
  expect(modified()).toBe(false)
  for (const folder of ['pipeline/new', 'lib', 'drizzle']) {
    mkdirSync(join(root, folder))
    write(`${folder}/b.ts`)
    expect(modified(), folder).toBe(true)
    rmSync(join(root, folder), { recursive: true })
  }
  expect(modified()).toBe(false)
  write('pipeline/a.ts', '2')
  expect(modified()).toBe(true)
})
