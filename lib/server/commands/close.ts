import { z } from 'zod'
import { Count, typedRows } from '@/lib/shared/db/typed-rows'
import { Conflict } from '@/lib/shared/errors'
import { insertEventsSql, stockSql } from '@/lib/shared/ledger/events'
import { type Money, targetMoney } from './events'
import { carryReadiness } from './readiness'
import { onRows, selectRows, takeWriteLock } from './target'
import { defineVerb, requestId } from './verb'

const Close = z.strictObject({
  requestId,
  ...onRows,
  /** Why nothing will be done about it. */
  reason: z.string().trim().min(3).max(2_000),
})

/** Closes open rows without action (CLASSEE): they leave the stock and stay in quarantine. */
export const close = defineVerb({
  name: 'close',
  action: 'close',
  input: Close,
  async perform(work, { domain, target, reason }): Promise<{ rows: number; money: Money[] }> {
    const { tx, actor, at } = work
    await takeWriteLock(work, domain)
    const rows = await selectRows(work, domain, target, 'A_TRAITER')
    const closed = await typedRows(
      tx,
      Count,
      `WITH closed AS (
        UPDATE quality.quarantine q SET statut = 'CLASSEE', settled_at = $1::timestamptz,
          exit_reason = 'CLASSEE', ready = false
        FROM target t WHERE q.id = t.id AND q.statut = 'A_TRAITER' RETURNING q.*
      ), written AS (
        ${insertEventsSql([
          {
            kind: 'EXITED',
            row: 'c.id',
            at: '$1',
            reason: `'CLASSEE'`,
            actor: '$2',
            dataset: 'c.dataset',
            before: stockSql('c'),
            after: stockSql('c', 'false'),
            note: '$3',
            from: 'closed c',
          },
        ])} RETURNING 1
      ) SELECT count(*)::int AS n FROM written`,
      [at, actor.id, reason],
    )
    if (closed[0]?.n !== rows) throw new Conflict('moved_on', 'rows were settled meanwhile')
    await carryReadiness(tx, 'SELECT dataset, key_hash FROM target WHERE ready')
    return { rows, money: await targetMoney(work) }
  },
})
