import { cache } from 'react'
import { z } from 'zod'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

const AlertCounts = z.object({ open: z.number(), critical: z.number() })
export type AlertCounts = z.infer<typeof AlertCounts>

export interface ShellFigures {
  /** Names of the domains that are declared. */
  domains: string[]
  /** Open alerts of each domain that has some. */
  alerts: Record<string, AlertCounts>
  /** Demo data: the screens say so. */
  demo: boolean
}

/** What the frame of every screen shows; read once per request. */
export const readShell = cache(async (): Promise<ShellFigures> => {
  const [row] = await typedRows(
    databaseOf(database()),
    Shell,
    `SELECT
    (SELECT array_agg(DISTINCT domain ORDER BY domain) FROM quality.rule WHERE retired_at IS NULL) AS domains,
    (SELECT jsonb_object_agg(domain, jsonb_build_object('open', open, 'critical', critical)) FROM (
      SELECT domain, count(*) AS open, count(*) FILTER (WHERE level = 'critical') AS critical
      FROM quality.alert WHERE closed_at IS NULL GROUP BY 1) a) AS alerts,
    (SELECT demo FROM auth.secret) AS demo`,
  )
  return { domains: row?.domains ?? [], alerts: row?.alerts ?? {}, demo: row?.demo ?? false }
})

const Shell = z.object({
  domains: z.array(z.string()).nullable(),
  alerts: z.record(z.string(), AlertCounts).nullable(),
  demo: z.boolean().nullable(),
})
