import { z } from 'zod'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { Invalid, NotFound } from '@/lib/shared/errors'
import { defineVerb, requestId } from './verb'

const days = z.number().int().min(1).max(3_650).nullable()

const SetThresholds = z.strictObject({
  requestId,
  domain: z.string().min(1),
  dataset: z.string().min(1),
  rule: z.string().min(1),
  /** Left out: as it is; null: as declared. */
  warnDays: days.optional(),
  criticalDays: days.optional(),
  replay: z.enum(['nightly', 'after_run', 'manual']).nullable().optional(),
})

/** What holds for a rule now. */
export const Thresholds = z.object({
  warnDays: z.number(),
  criticalDays: z.number(),
  replay: z.string(),
})
export type Thresholds = z.infer<typeof Thresholds>

/** Overrides what a rule declares of ages and replay; the declarations do not undo it. */
export const setThresholds = defineVerb({
  name: 'set-thresholds',
  action: 'set-thresholds',
  input: SetThresholds,
  async perform({ tx }, input): Promise<{ before: Thresholds; after: Thresholds }> {
    const current = `coalesce(warn_days_override, warn_days) AS "warnDays",
      coalesce(critical_days_override, critical_days) AS "criticalDays",
      coalesce(replay_override, replay) AS replay`
    const key = [input.domain, input.dataset, input.rule]
    const where = 'domain = $1 AND dataset = $2 AND code = $3 AND retired_at IS NULL'
    const [before] = await typedRows(
      tx,
      Thresholds,
      `SELECT ${current} FROM quality.rule WHERE ${where} FOR UPDATE`,
      key,
    )
    if (!before) throw new NotFound(`no such rule: ${input.dataset} ${input.rule}`)
    const given: [string, string, unknown][] = [
      ['warn_days_override', 'int', input.warnDays],
      ['critical_days_override', 'int', input.criticalDays],
      ['replay_override', 'text', input.replay],
    ]
    const set = given.filter(([, , value]) => value !== undefined)
    if (set.length === 0) throw new Invalid('nothing to set', { '(input)': 'nothing to set' })
    const [after] = await typedRows(
      tx,
      Thresholds,
      `UPDATE quality.rule SET ${set.map(([c, type], i) => `${c} = $${i + 4}::${type}`).join(', ')}
      WHERE ${where} RETURNING ${current}`,
      [...key, ...set.map(([, , value]) => value)],
    )
    if (!after) throw new NotFound(`no such rule: ${input.dataset} ${input.rule}`)
    if (after.warnDays >= after.criticalDays) {
      const problem = `critical after ${after.criticalDays} d would come no later than the warning after ${after.warnDays} d`
      throw new Invalid(`criticalDays: ${problem}`, { criticalDays: problem })
    }
    return { before, after }
  },
})
