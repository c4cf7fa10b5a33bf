import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

const FORBIDDEN = [
  ['app/page', '../pipeline/run/run'],
  ['app/page', '@/pipeline/run/run'],
  ['components/table', '../app/page'],
  ['components/table', '@/pipeline/run/run'],
  ['lib/queries/runs', '../../app/page'],
  ['lib/queries/runs', '@/components/table'],
  ['lib/db/client', '../../pipeline/run/run'],
  ['pipeline/cli/main', '../../app/page'],
  ['pipeline/cli/main', '@/components/table'],
  ['pipeline/cli/main', '../../lib/queries/runs'],
  ['pipeline/cli/main', '@/lib/commands/close'],
]
const ALLOWED = [
  ['app/page', '@/lib/queries/runs'],
  ['app/page', '../components/table'],
  ['components/table', '@/lib/format'],
  ['pipeline/cli/main', '../../lib/db/connect'],
  ['pipeline/run/run', '../compile/app'],
]

/** Lints a made-up checkout of one file per import; the names of the files that break a layer. */
function brokenLayers(imports: string[][]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'lazaret-layers-'))
  try {
    cpSync('biome.json', path.join(folder, 'biome.json'))
    imports.forEach(([file = '', imported], n) => {
      const full = path.join(folder, `${file}${n}.ts`)
      mkdirSync(path.dirname(full), { recursive: true })
      writeFileSync(full, `import '${imported}'\n`)
    })
    const biome = path.resolve('node_modules/.bin/biome')
    const args = ['lint', '--vcs-enabled=false', '--only=noRestrictedImports', '--reporter=github']
    const { stdout } = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' })
    return imports
      .map(([file], n) => `${file}${n}.ts`)
      .filter((name) => stdout.includes(`/${name},`))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it('the linter keeps the layers', () => {
  expect(brokenLayers(FORBIDDEN)).toEqual(FORBIDDEN.map(([file], n) => `${file}${n}.ts`))
  expect(brokenLayers(ALLOWED)).toEqual([])
})
