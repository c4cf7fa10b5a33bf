/** Where the commands are tried: a database, two small deliveries, a folder to spoil copies in. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Db } from '@/lib/shared/db/connection'
import { createTestDatabase } from '@/lib/shared/db/testing'
import { generated } from '@/pipeline/tools/generate/order-to-cash/testing'
import { pipeline } from './testing'

export type CliLab = Awaited<ReturnType<typeof cliLab>>

export async function cliLab() {
  const database = await createTestDatabase()
  const db = await Db.open(database.url)
  const files = await generated({ scale: 0.02, seed: 6, deliveries: 2 })
  const work = mkdtempSync(join(tmpdir(), 'lazaret-cli-'))
  return {
    database,
    db,
    files,
    work,
    cli: (...args: string[]) => pipeline(args, { DATABASE_URL: database.url }),
    /** A folder with the first delivery, one file of it made otherwise. */
    altered(name: string, change: (dir: string) => void): string {
      const dir = join(work, name)
      cpSync(files.dirs[0] as string, dir, { recursive: true })
      change(dir)
      return dir
    },
    /** Rows of what a run writes. */
    async counts(): Promise<string> {
      const { n } = await db.row<{ n: string }>(`SELECT concat_ws(' ',
        (SELECT count(*) FROM quality.run),
        (SELECT count(*) FROM bronze.vbap), (SELECT count(*) FROM bronze.malformed),
        (SELECT count(*) FROM silver.ordens_venda_itens), (SELECT count(*) FROM quality.quarantine),
        (SELECT count(*) FROM quality.quarantine_event),
        (SELECT count(*) FROM quality.duplicate)) AS n`)
      return n
    },
    async close(): Promise<void> {
      files.remove()
      rmSync(work, { recursive: true })
      await db.close()
      await database.drop()
    },
  }
}
