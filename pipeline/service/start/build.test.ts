import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashSources } from './build'

let root: string
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'lazaret-build-'))
  write('app/page.tsx', 'one')
  write('package-lock.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true }))

it('changes with every file that the build is made of', () => {
  const seen = new Set([hashSources(root)])
  write('app/page.tsx', 'two')
  seen.add(hashSources(root))
  write('lib/deep/down/new.ts', '')
  seen.add(hashSources(root))
  write('package-lock.json', '{ }')
  seen.add(hashSources(root))
  write('public/icon.svg', '<svg/>')
  seen.add(hashSources(root))
  expect(seen.size).toBe(5)
})

it('does not change with tests, nor with the pipeline', () => {
  const before = hashSources(root)
  write('app/page.test.tsx', 'it')
  write('pipeline/run/run.ts', 'run')
  expect(hashSources(root)).toBe(before)
})
