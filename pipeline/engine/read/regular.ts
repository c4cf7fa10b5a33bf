/**
 * Only regular files of the delivery itself are opened: a pipe would make the reader wait for ever,
 * and a link may lead out of the folder.
 */
import { constants } from 'node:fs'
import { lstat, open, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** Why something in a delivery folder cannot be one of its files; undefined when it can. */
export async function whyUnusable(dir: string, name: string): Promise<string | undefined> {
  const path = join(dir, name)
  try {
    if ((await lstat(path)).isSymbolicLink() && !(await isInside(dir, path))) {
      return 'is a link that leads out of the delivery'
    }
    return (await stat(path)).isFile() ? undefined : 'is not a file'
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`
  }
}

/** Whether a path, with all links followed, lies in a folder. @throws when it does not exist. */
export async function isInside(dir: string, path: string): Promise<boolean> {
  const [root, real] = await Promise.all([realpath(dir), realpath(path)])
  return real.startsWith(`${root}${sep}`)
}

/** A small file that is too long is none that we know. */
const MAX_SMALL_BYTES = 16 * 1024 * 1024

/**
 * Bytes of a small regular file; a link is not followed, a pipe is not waited for.
 * @returns undefined when there is no such file.
 * @throws Error in words: not a regular file, too large, or the system's own.
 */
export async function readSmall(path: string): Promise<Buffer | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error.code === 'ELOOP' ? new Error('it is a link') : error
  })
  if (!handle) return undefined
  try {
    const { size, isFile } = await handle.stat().then((s) => ({ size: s.size, isFile: s.isFile() }))
    if (!isFile) throw new Error('it is not a regular file')
    if (size > MAX_SMALL_BYTES) throw new Error(`it has ${size} bytes`)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}
