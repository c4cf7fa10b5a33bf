import { z } from 'zod'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { Conflict, NotFound } from '@/lib/shared/errors'
import { defineVerb, requestId } from './verb'

const AcknowledgeAlert = z.strictObject({ requestId, alert: z.number().int().positive() })

const Alert = z.object({
  closed: z.boolean(),
  by: z.string().nullable(),
})

/** Says that somebody has seen an open alert; it stays open until its cause is gone. */
export const acknowledgeAlert = defineVerb({
  name: 'acknowledge-alert',
  action: 'acknowledge-alert',
  input: AcknowledgeAlert,
  async perform({ tx, actor, at }, { alert }): Promise<{ alert: number }> {
    const [done] = await tx.rows(
      `UPDATE quality.alert SET acknowledged_at = $2::timestamptz, acknowledged_by = $3
      WHERE id = $1 AND closed_at IS NULL AND acknowledged_at IS NULL RETURNING id`,
      [alert, at, actor.id],
    )
    if (done) return { alert }
    const [found] = await typedRows(
      tx,
      Alert,
      `SELECT closed_at IS NOT NULL AS closed, acknowledged_by AS by FROM quality.alert WHERE id = $1`,
      [alert],
    )
    if (!found) throw new NotFound(`no such alert: ${alert}`, [alert])
    throw new Conflict(
      'moved_on',
      found.closed ? 'the alert has closed by itself' : `${found.by} has acknowledged it already`,
      [alert],
    )
  },
})
