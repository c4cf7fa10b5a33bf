import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tryTicket } from '@/lib/shared/db/embedded/ticket.mjs'
import { projectRoot } from '@/lib/shared/env'
import type { Children } from './children'

/** What the production build is made of. */
const FOLDERS = ['app', 'components', 'lib', 'public']
const FILES = [
  'instrumentation.ts',
  'next.config.ts',
  'postcss.config.mjs',
  'proxy.ts',
  'tsconfig.json',
  'package-lock.json',
]

/** A hash of everything that the build depends on; tests and the database server's code do not count. */
export function hashSources(root = projectRoot): string {
  const inFolders = FOLDERS.flatMap((folder) => {
    if (!existsSync(path.join(root, folder))) return []
    const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    return names
      .filter((name) => !/\.test\.tsx?$/.test(name))
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(path.join(root, file)).isFile())
  })
  const hash = createHash('sha256').update(process.version)
  for (const file of [...FILES, ...inFolders].sort()) {
    const full = path.join(root, file)
    if (existsSync(full)) hash.update(`\n${file}\n`).update(readFileSync(full))
  }
  return hash.digest('hex')
}

/**
 * Makes the production build if there is none, or if the sources have changed since.
 * @throws Error with the last lines of `next build` when it fails.
 */
export async function ensureBuild(children: Children, log: (line: string) => void): Promise<void> {
  const mark = path.join(projectRoot, '.next', 'lazaret-sources')
  const current = hashSources()
  const isCurrent = () =>
    existsSync(path.join(projectRoot, '.next', 'BUILD_ID')) &&
    existsSync(mark) &&
    readFileSync(mark, 'utf8') === current
  if (isCurrent()) return

  const lock = path.join(projectRoot, 'node_modules', '.cache', 'lazaret', 'build-tickets')
  let ticket = tryTicket(lock)
  if (!ticket) log('Waiting for a build that another process makes')
  while (!ticket) {
    await sleep(200)
    ticket = tryTicket(lock)
  }
  try {
    if (isCurrent()) return
    const begun = Date.now()
    log('Building the pages (about a minute; only when they have changed)')
    rmSync(mark, { force: true })
    await children.run('The build', ['node_modules/next/dist/bin/next', 'build'])
    writeFileSync(mark, current)
    log(`Built in ${Math.round((Date.now() - begun) / 1000)} s`)
  } finally {
    ticket.release()
  }
}
