/** Marker files tell whoever looks into the folder what became of a delivery. */
import { existsSync } from 'node:fs'
import { rename, rm, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

const DONE = '_DONE.json'
const REFUSED = '_REFUSED.json'

export interface Mark {
  run: number | null
  status: 'committed' | 'refused' | 'failed' | 'waived'
  reason: string | null
  at: string
}

/** Whether a delivery has its marker. */
export const isMarked = (dir: string): boolean =>
  existsSync(path.join(dir, DONE)) || existsSync(path.join(dir, REFUSED))

/**
 * Writes `_DONE.json` or `_REFUSED.json`, whole or not at all, and takes the other one away. What
 * stands under those names is replaced, not followed, should it be a link.
 * @returns why it could not be written (a folder that is read-only); undefined when it was.
 */
export async function mark(dir: string, content: Mark): Promise<string | undefined> {
  const done = content.status === 'committed' || content.status === 'waived'
  const file = path.join(dir, done ? DONE : REFUSED)
  const fresh = `${file}.new`
  try {
    // Left by a process that was killed, or laid there by somebody else.
    await unlink(fresh).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
    await writeFile(fresh, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx' })
    await rename(fresh, file)
    await rm(path.join(dir, done ? REFUSED : DONE), { force: true })
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}
