/** Marker files tell whoever looks into the folder what became of a delivery. */
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const DONE = '_DONE.json'
const REFUSED = '_REFUSED.json'

export interface Mark {
  run: number | null
  status: 'committed' | 'refused' | 'failed' | 'waived'
  reason: string | null
  at: string
}

/**
 * Writes `_DONE.json` or `_REFUSED.json`, whole or not at all, and takes the other one away.
 * @returns why it could not be written (a folder that is read-only); undefined when it was.
 */
export async function mark(dir: string, content: Mark): Promise<string | undefined> {
  const done = content.status === 'committed' || content.status === 'waived'
  const file = path.join(dir, done ? DONE : REFUSED)
  try {
    await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`)
    await rename(`${file}.new`, file)
    await rm(path.join(dir, done ? REFUSED : DONE), { force: true })
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}
