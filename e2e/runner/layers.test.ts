import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

const FORBIDDEN = [
  ['app/page', '../pipeline/operations/run/deliver'],
  ['app/page', '@/pipeline/operations/run/deliver'],
  ['components/table', '../app/page'],
  ['components/table', '@/pipeline/operations/run/deliver'],
  ['lib/server/queries/runs', '../../../app/page'],
  ['lib/server/queries/runs', '@/components/table'],
  ['lib/shared/db/client', '../../../pipeline/operations/run/deliver'],
  ['lib/shared/scope/index', '@/lib/server/queries/runs'],
  ['lib/views/view', '@/lib/server/queries/runs'],
  ['pipeline/tools/cli/main', '../../../app/page'],
  ['pipeline/tools/cli/main', '@/components/table'],
  ['pipeline/service/worker/main', '../../../lib/server/queries/runs'],
  ['pipeline/service/worker/main', '@/lib/server/commands/close'],
  ['pipeline/service/worker/main', '@/pipeline/tools/cli/main'],
  ['pipeline/operations/run/deliver', '@/pipeline/service/inbox/scan'],
  ['pipeline/operations/run/deliver', '@/pipeline/domains'],
  ['pipeline/domains/vendas/index', '@/pipeline/engine/compile/plan'],
  ['pipeline/engine/compile/plan', '@/pipeline/engine/evaluate/pass'],
  ['pipeline/engine/check/balance', '@/pipeline/operations/run/types'],
]
const ALLOWED = [
  ['app/page', '@/lib/server/queries/runs'],
  ['app/page', '../components/table'],
  ['components/table', '@/lib/shared/format'],
  ['pipeline/tools/cli/main', '../../../lib/shared/db/connect'],
  ['pipeline/operations/run/deliver', '@/pipeline/engine/read/delivery'],
  ['pipeline/engine/check/balance', '@/pipeline/engine/evaluate/pass'],
  ['pipeline/engine/check/balance', './outcome'],
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
