import { describe, expect, it } from 'vitest'
import { readImports } from './imports'
import { brokenRooms, folderCycles, serverInBrowser } from './rooms'

const FORBIDDEN = [
  ['app/page.tsx', '../pipeline/operations/run/deliver'],
  ['app/page.tsx', '@/pipeline/operations/run/deliver'],
  ['components/table.tsx', '../app/page'],
  ['components/table.tsx', '@/pipeline/operations/run/deliver'],
  ['lib/server/queries/runs.ts', '../../../app/page'],
  ['lib/server/queries/runs.ts', '@/components/table'],
  ['lib/shared/db/client.ts', '../../../pipeline/operations/run/deliver'],
  ['lib/shared/scope/index.ts', '@/lib/server/queries/runs'],
  ['lib/shared/scope/index.ts', '../../views/view'],
  ['lib/views/view.ts', '@/lib/server/queries/runs'],
  ['pipeline/tools/cli/main.ts', '../../../app/page'],
  ['pipeline/tools/cli/main.ts', '@/components/table'],
  ['pipeline/service/worker/main.ts', '../../../lib/server/queries/runs'],
  ['pipeline/service/worker/main.ts', '@/pipeline/tools/cli/main'],
  ['pipeline/operations/run/deliver.ts', '@/pipeline/service/inbox/scan'],
  ['pipeline/operations/run/deliver.ts', '@/pipeline/domains/vendas'],
  ['pipeline/domains/vendas/index.ts', '@/pipeline/engine/compile/plan'],
  ['pipeline/domains/vendas/index.ts', '../pedidos'],
  ['pipeline/engine/define/schema.ts', '../read/delivery'],
  ['pipeline/engine/compile/plan.ts', '@/pipeline/engine/evaluate/pass'],
  ['pipeline/engine/compile/plan.ts', '../evaluate/pass'],
  ['pipeline/engine/check/balance.ts', '@/pipeline/operations/run/deliver'],
  ['pipeline/service/worker/main.ts', './main.testing'],
]
const ALLOWED = [
  ['app/page.tsx', '@/lib/server/queries/runs'],
  ['app/page.tsx', '../components/table'],
  ['components/table.tsx', '@/lib/shared/format'],
  ['pipeline/tools/cli/main.ts', '../../../lib/shared/db/client'],
  ['pipeline/service/worker/main.ts', '@/pipeline/operations/run/deliver'],
  ['pipeline/operations/run/deliver.ts', '@/pipeline/engine/read/delivery'],
  ['pipeline/engine/check/balance.ts', '@/pipeline/engine/evaluate/pass'],
  ['pipeline/engine/check/balance.ts', './outcome'],
  ['pipeline/engine/check/balance.test.ts', '@/pipeline/operations/run/deliver'],
]

/** All files that the lists above name, empty unless given. */
const EMPTY = Object.fromEntries(
  [
    'app/page.tsx',
    'components/table.tsx',
    'lib/server/queries/runs.ts',
    'lib/shared/db/client.ts',
    'lib/shared/format/index.ts',
    'lib/shared/scope/index.ts',
    'lib/views/view.ts',
    'pipeline/domains/pedidos/index.ts',
    'pipeline/domains/vendas/index.ts',
    'pipeline/engine/check/balance.ts',
    'pipeline/engine/check/outcome.ts',
    'pipeline/engine/compile/plan.ts',
    'pipeline/engine/define/schema.ts',
    'pipeline/engine/evaluate/pass.ts',
    'pipeline/engine/read/delivery.ts',
    'pipeline/operations/run/deliver.ts',
    'pipeline/service/inbox/scan.ts',
    'pipeline/service/worker/main.ts',
    'pipeline/service/worker/main.testing.ts',
    'pipeline/tools/cli/main.ts',
  ].map((file) => [file, '']),
)

/** The imports of a made-up project. */
function graphOf(files: Record<string, string>) {
  return readImports(Object.keys(files), (file) => files[file] ?? '')
}

describe('rooms', () => {
  it.each(FORBIDDEN)('%s must not import %s', (file, request) => {
    for (const text of [
      `import '${request}'`,
      `import type { X } from '${request}'`,
      `export * from '${request}'`,
      `export const load = () => import('${request}')`,
      `export type X = import('${request}').X`,
    ]) {
      const [broken, ...more] = brokenRooms(graphOf({ ...EMPTY, [file as string]: text }))
      expect(broken, text).toContain(`${file}:1 imports `)
      expect(more).toEqual([])
    }
  })

  it.each(ALLOWED)('%s may import %s', (file, request) => {
    const graph = graphOf({ ...EMPTY, [file as string]: `import '${request}'` })
    expect(graph.imports).toHaveLength(1)
    expect(brokenRooms(graph)).toEqual([])
  })

  it('say the line, and do not read comments and texts', () => {
    const text = `// import '../pipeline/operations/run/deliver'\nconst a = "from '@/components/table'"\nimport { x } from '@/pipeline/operations/run/deliver'\n`
    expect(brokenRooms(graphOf({ ...EMPTY, 'app/page.tsx': text }))).toEqual([
      'app/page.tsx:3 imports pipeline/operations/run/deliver.ts: app and pipeline meet in the database, not in an import',
    ])
  })
})

describe('lib/server and the browser', () => {
  const reached = (client: string, between = '') =>
    serverInBrowser(
      graphOf({
        ...EMPTY,
        'components/button.tsx': `'use client'\n${client}`,
        'components/between.tsx': between,
        'app/act.ts': "'use server'\nimport '@/lib/server/queries/runs'",
      }),
    )

  it('a client component may import its types, not its code', () => {
    expect(reached("import type { Run } from '@/lib/server/queries/runs'")).toEqual([])
    expect(reached("import { type Run } from '@/lib/server/queries/runs'")).toEqual([])
    expect(reached("import { readRuns } from '@/lib/server/queries/runs'")).toEqual([
      'components/button.tsx:2 imports lib/server/queries/runs.ts: the browser loads this file, and lib/server must not get there',
    ])
  })

  it('nor through another file', () => {
    const between = "import { readRuns } from '@/lib/server/queries/runs'"
    expect(reached("import './between'", between)).toHaveLength(1)
    expect(reached("const Later = () => import('./between')", between)).toHaveLength(1)
    expect(reached("import type { X } from './between'", between)).toEqual([])
  })

  it('but may call a server action', () => {
    expect(reached("import { act } from '../app/act'")).toEqual([])
  })
})

describe('folders', () => {
  it('in a cycle are named with their imports, types included', () => {
    const lines = folderCycles(
      graphOf({
        'lib/a/one.ts': "import type { Two } from '../b/two'",
        'lib/b/two.ts': '',
        'lib/b/three.ts': "import '../c/four'",
        'lib/c/four.ts': "import { one } from '@/lib/a/one'",
        'lib/d/five.ts': "import '../a/one'",
      }),
    )
    expect(lines).toEqual([
      'cycle of folders: lib/a, lib/b, lib/c',
      '  lib/a/one.ts:1 imports lib/b/two.ts',
      '  lib/b/three.ts:1 imports lib/c/four.ts',
      '  lib/c/four.ts:1 imports lib/a/one.ts',
    ])
  })

  it('without a cycle are fine, and tests may look back', () => {
    expect(
      folderCycles(
        graphOf({
          'lib/a/one.ts': "import '../b/two'",
          'lib/b/two.ts': '',
          'lib/b/two.test.ts': "import '../a/one'",
        }),
      ),
    ).toEqual([])
  })
})
