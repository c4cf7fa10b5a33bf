/** A folder that results are written to: made, and tried, before there is anything to write. */
import { mkdir, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { UsageError } from '@/lib/shared/errors'

/** Takes away again the folders that were made, as far as they are empty. */
export type Unmake = () => Promise<void>

/**
 * Makes a folder with what is missing above it, and writes to it once.
 * @throws UsageError where that cannot be done; nothing is left behind then.
 */
export async function makeOutFolder(folder: string): Promise<Unmake> {
  if (folder === '') throw new UsageError('--out names no folder')
  const made: string[] = []
  const unmake = async () => {
    for (const dir of made.toReversed()) await rmdir(dir).catch(() => {})
  }
  try {
    for (const dir of await missing(resolve(folder))) {
      await mkdir(dir)
      made.push(dir)
    }
    const probe = join(folder, `.lazaret-${process.pid}.part`)
    try {
      await writeFile(probe, '')
    } finally {
      await rm(probe, { force: true }).catch(() => {})
    }
  } catch (error) {
    await unmake()
    throw new UsageError(
      `--out ${folder}: the folder cannot be written (${causeOf(error)})`,
      'Nothing was produced; name another folder',
    )
  }
  return unmake
}

/**
 * Folders of a path that are not there, the outermost first. Each is made by itself: Node's own
 * recursive mkdir never ends where a file system refuses new folders with ENOENT, as /proc does.
 */
async function missing(path: string): Promise<string[]> {
  const dirs: string[] = []
  for (let dir = path; !(await exists(dir)); dir = dirname(dir)) dirs.unshift(dir)
  return dirs
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** What the system said, on one line. */
export const causeOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ')
