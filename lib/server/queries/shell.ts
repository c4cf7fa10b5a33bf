import { cache } from 'react'
import { z } from 'zod'
import { database } from '@/lib/shared/db/client'
import { typedRows } from '@/lib/shared/db/typed-rows'

export interface ShellFigures {
  /** Names of the domains that are declared. */
  domains: string[]
  alerts: { open: number; critical: number }
  /** Demo data: the screens say so. */
  demo: boolean
}

/** What the frame of every screen shows; read once per request. */
export const readShell = cache(async (): Promise<ShellFigures> => {
  const [row] = await typedRows(
    database(),
    Shell,
    `SELECT
    (SELECT array_agg(DISTINCT domain ORDER BY domain) FROM quality.rule WHERE retired_at IS NULL) AS domains,
    (SELECT count(*)::int FROM quality.alert WHERE closed_at IS NULL) AS open,
    (SELECT count(*)::int FROM quality.alert WHERE closed_at IS NULL AND level = 'critical') AS critical,
    (SELECT demo FROM auth.secret) AS demo`,
  )
  return {
    domains: row?.domains ?? [],
    alerts: { open: row?.open ?? 0, critical: row?.critical ?? 0 },
    demo: row?.demo ?? false,
  }
})

const Shell = z.object({
  domains: z.array(z.string()).nullable(),
  open: z.number(),
  critical: z.number(),
  demo: z.boolean().nullable(),
})
