import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Certificate } from '@/lib/shared/declaration/certificate'
import { projectRoot } from '@/lib/shared/env'

const Package = z.object({ name: z.string(), version: z.string() })

/** Folders of the code that makes a declaration. */
const SOURCES = ['pipeline', 'lib', 'drizzle']

/** Which code this is; nothing of the machine that it runs on. */
export function codeVersion(root = projectRoot): Certificate['code'] {
  const { name, version } = Package.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  )
  const git = (...args: string[]): string | null => {
    try {
      const stdio = ['ignore', 'pipe', 'ignore'] as const
      return execFileSync('git', args, {
        cwd: root,
        encoding: 'utf8',
        timeout: 5000,
        stdio: [...stdio],
      })
    } catch {
      return null
    }
  }
  const commit = git('rev-parse', 'HEAD')?.trim() ?? null
  // A checkout inside another one's repository is not that repository's commit.
  const own = git('rev-parse', '--show-prefix')?.trim() === ''
  if (!commit || !own) return { name, version, commit: null, modified: null }
  const status = (...args: string[]) => git('status', '--porcelain', ...args)
  // A new file changes what runs only where code is read from.
  const changes = [
    status('--untracked-files=no'),
    status('--untracked-files=normal', '--', ...SOURCES),
  ]
  const modified = changes.includes(null) ? null : changes.some((text) => text?.trim() !== '')
  return { name, version, commit, modified }
}
