import { statfs } from 'node:fs/promises'
import { readSettings } from '@/lib/shared/env'

export interface Disk {
  free: number
  total: number
}

/** Room on the disk of the data folder, in bytes; null where there is no such folder here. */
export async function readDisk(): Promise<Disk | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(readSettings().LAZARET_DATA)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
