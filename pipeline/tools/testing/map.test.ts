/** The map for newcomers: the paths and commands that it names exist, and its rules are the checked ones. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOMS } from '@/pipeline/tools/check/rooms'

const WINGS = [
  'app',
  'components',
  'e2e',
  'lib/server',
  'lib/shared',
  'lib/views',
  'pipeline/domains',
  'pipeline/engine',
  'pipeline/operations',
  'pipeline/service',
  'pipeline/tools',
]
const CARDS = WINGS.map((wing) => `${wing}/README.md`)
const DOCUMENTS = ['CONTRIBUTING.md', ...CARDS]

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .trim()
  .split('\n')
const text = (file: string) => readFileSync(file, 'utf8')

test.each(DOCUMENTS)('%s names paths that exist', (document) => {
  const tops = '(?:app|components|lib|pipeline|drizzle|docs|e2e|public)'
  const paths = [...text(document).matchAll(new RegExp(`\`(${tops}(?:/[^\`\\s]*)?)\``, 'g'))]
    .map((match) => match[1] ?? '')
    .filter((path) => !/[<*]/.test(path))
  expect(paths.length).toBeGreaterThan(1)
  for (const path of paths) {
    expect(
      files.some((file) => file === path || file.startsWith(`${path}/`)),
      `${document} names ${path}`,
    ).toBe(true)
  }
})

test.each(DOCUMENTS)('%s names commands that exist', (document) => {
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }
  for (const [, name = ''] of text(document).matchAll(/npm run ([\w:]+)/g)) {
    expect(Object.keys(scripts), `${document} names npm run ${name}`).toContain(name)
  }
})

test('a card says what its wing may import, as it is checked', () => {
  for (const { folder, may } of ROOMS) {
    const wing = WINGS.find((name) => folder === name || folder.startsWith(`${name}/`))
    if (!wing) throw new Error(`${folder} belongs to no wing with a card`)
    const imports = /\*\*Imports:\*\*.*/.exec(text(`${wing}/README.md`))?.[0] ?? ''
    for (const other of may.filter((name) => !name.startsWith(`${wing}/`))) {
      expect(imports, `${wing}/README.md about ${other}`).toContain(`\`${other}\``)
    }
  }
})

test('cards are short', () => {
  for (const card of CARDS) expect(text(card).split('\n').length, card).toBeLessThan(16)
})
