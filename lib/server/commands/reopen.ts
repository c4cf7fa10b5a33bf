import { z } from 'zod'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { Conflict } from '@/lib/shared/errors'
import { insertEventsSql, stockSql } from '@/lib/shared/ledger/events'
import { type Money, targetMoney } from './events'
import { carryReadiness, READY } from './readiness'
import { onRows, selectRows, takeWriteLock } from './target'
import { defineVerb, requestId } from './verb'

const Reopen = z.strictObject({
  requestId,
  ...onRows,
  reason: z.string().trim().max(2_000).default(''),
})

const Reopened = z.object({
  n: z.number(),
  ready: z.number(),
})

/** Takes closed rows (CLASSEE) up again; their clock goes on from when they were first seen. */
export const reopen = defineVerb({
  name: 'reopen',
  action: 'reopen',
  input: Reopen,
  async perform(
    work,
    { domain, target, reason },
  ): Promise<{ rows: number; ready: number; money: Money[] }> {
    const { tx, actor, at } = work
    await takeWriteLock(work, domain)
    const rows = await selectRows(work, domain, target, 'CLASSEE')
    const [opened] = await typedRows(
      tx,
      Reopened,
      `WITH opened AS (
        UPDATE quality.quarantine q SET statut = 'A_TRAITER', settled_at = NULL,
          exit_reason = NULL, ready = ${READY}
        FROM target t WHERE q.id = t.id AND q.statut = 'CLASSEE' RETURNING q.*
      ), written AS (
        ${insertEventsSql([
          {
            kind: 'REOPENED',
            row: 'o.id',
            at: '$1',
            actor: '$2',
            dataset: 'o.dataset',
            after: stockSql('o'),
            note: '$3',
            from: 'opened o',
          },
        ])} RETURNING 1
      ) SELECT (SELECT count(*) FROM written)::int AS n,
        (SELECT count(*) FROM opened WHERE ready)::int AS ready`,
      [at, actor.id, reason || null],
    )
    if (opened?.n !== rows) throw new Conflict('moved_on', 'rows were settled meanwhile')
    await carryReadiness(tx, 'SELECT dataset, key_hash FROM target')
    return { rows, ready: opened.ready, money: await targetMoney(work) }
  },
})
