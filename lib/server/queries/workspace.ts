import type { Reader } from '@/lib/shared/db/database'

/** The zone in which the days of the workspace begin. */
export async function readTimeZone(db: Reader): Promise<string> {
  const [row] = await db.rows<{ zone: string }>('SELECT time_zone AS zone FROM quality.workspace')
  return row?.zone ?? 'UTC'
}
