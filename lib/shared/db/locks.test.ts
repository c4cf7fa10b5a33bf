/** Advisory locks of the whole database: two locks of one key would hold each other up. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '@/lib/shared/env'

it('no two locks share a key', () => {
  const files = execFileSync('git', ['ls-files', 'lib', 'pipeline'], { cwd: projectRoot })
    .toString()
    .split('\n')
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
  const keys = files.flatMap((file) =>
    [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/^const LOCK = ([\d_]+)n?$/gm)].map(
      ([, key = '']) => ({ key: key.replaceAll('_', ''), file }),
    ),
  )
  expect(keys.length).toBeGreaterThan(3)
  const shared = keys.filter((a) => keys.some((b) => b.key === a.key && b.file !== a.file))
  expect(shared).toEqual([])
})
