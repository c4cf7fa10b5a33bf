/** The folder that a generator fills. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Folder of a delivery, relative to the output; '.' when there is one delivery only. */
export const folderOf = (delivery: number, deliveries: number): string =>
  deliveries === 1 ? '.' : String(delivery).padStart(3, '0')

/** Writes the file that states what a delivery is; last, for whoever watches the folder. */
export async function writeReady(
  folder: string,
  ready: { mode: string; as_of: string; sequence: number },
): Promise<void> {
  await writeFile(join(folder, '_READY'), `${JSON.stringify(ready)}\n`)
}

/**
 * Removes what an earlier generation left in the folder, and nothing else.
 * @param sources names of the source files, without `.csv`.
 */
export async function clearOutput(out: string, sources: readonly string[]): Promise<void> {
  await mkdir(out, { recursive: true })
  for (const entry of await readdir(out, { withFileTypes: true })) {
    const own = entry.name === 'faults.json' || sources.some((s) => entry.name === `${s}.csv`)
    const folder = entry.isDirectory() && /^\d{3}$/.test(entry.name)
    if (entry.isFile() && own) await rm(join(out, entry.name))
    if (folder && (await readdir(join(out, entry.name))).includes('_READY')) {
      await rm(join(out, entry.name), { recursive: true })
    }
  }
}
