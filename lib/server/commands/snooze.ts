import { z } from 'zod'
import { Invalid } from '@/lib/shared/errors'
import { type CausesDone, OF_CAUSES, targetCauses, writeNeutralEvents } from './events'
import { onRows, selectCauses } from './target'
import { defineVerb, requestId } from './verb'

/** A snooze is a promise to look again, not a way to forget. */
const MAX_SNOOZE_DAYS = 366

const Snooze = z.strictObject({
  requestId,
  ...onRows,
  /** Its end; there is no snooze without one. */
  until: z.iso.datetime({ offset: true }),
})

/** Silences the age alerts of the causes of the rows until a given time. */
export const snooze = defineVerb({
  name: 'snooze',
  action: 'snooze',
  input: Snooze,
  async perform(work, { domain, target, until }): Promise<CausesDone & { until: string }> {
    const end = new Date(until)
    const days = (end.getTime() - new Date(work.at).getTime()) / 86_400_000
    if (days <= 0) throw new Invalid('until: is past', { until: 'is past' })
    if (days > MAX_SNOOZE_DAYS) {
      const problem = `at most ${MAX_SNOOZE_DAYS} days ahead`
      throw new Invalid(`until: ${problem}`, { until: problem })
    }
    await selectCauses(work, domain, target)
    await work.tx.rows(
      `UPDATE quality.cause SET snoozed_until = $1::timestamptz
      WHERE id IN (SELECT id FROM target_cause)`,
      [end.toISOString()],
    )
    const rows = await writeNeutralEvents(work, 'SNOOZED', end.toISOString(), OF_CAUSES)
    return { ...(await targetCauses(work)), rows, until: end.toISOString() }
  },
})
