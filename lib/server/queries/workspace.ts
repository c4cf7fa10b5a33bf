import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

const Zone = z.object({
  zone: z.string(),
})

/** The zone in which the days of the workspace begin. */
export async function readTimeZone(db: Reader): Promise<string> {
  const [row] = await typedRows(db, Zone, 'SELECT time_zone AS zone FROM quality.workspace')
  return row?.zone ?? 'UTC'
}
