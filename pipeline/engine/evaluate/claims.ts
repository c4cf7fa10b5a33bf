/**
 * A person claims that a cause is mended at the source; what is delivered then says whether that
 * is so. Claims belong to causes, so this is decided once per run, after all passes.
 */
import { insertEventsSql, stockSql } from '@/lib/shared/ledger/events'
import type { Plan } from '@/pipeline/engine/compile/plan'
import { lit } from '@/pipeline/engine/compile/sql'
import type { Dataset } from '@/pipeline/engine/define/schema'
import type { JudgeContext } from './context'
import { deliveredTable } from './pass'

/**
 * Confirms, refutes or leaves the domain's claims, and drops confirmed ones whose cause is back.
 * A claim made after the clock of the run is not refuted by it: the extract is older than the fix.
 * @param modeOf what the delivery brought of each dataset; nothing refutes in a rebuild.
 */
export async function settleClaims(
  ctx: JudgeContext,
  plans: readonly Plan[],
  modeOf: (dataset: Dataset) => 'full' | 'delta' | 'none',
): Promise<void> {
  const { db } = ctx
  const all = plans.map((p) => lit(p.dataset.name)).join(', ')
  // In the order in which people's verbs lock them, or one of the two would be a deadlock's victim.
  await db.exec(`SELECT FROM quality.cause c
    WHERE c.dataset IN (${all}) AND c.claim IN ('claimed', 'confirmed') ORDER BY c.id FOR UPDATE`)
  const waits = `EXISTS (SELECT FROM quality.quarantine q
    WHERE q.cause_id = c.id AND q.statut = 'A_TRAITER' AND NOT q.ready)`
  await db.exec(`UPDATE quality.cause c SET claim = NULL, claim_run = NULL
    WHERE c.dataset IN (${all}) AND c.claim = 'confirmed' AND ${waits}`)
  await db.exec(`UPDATE quality.cause c SET claim = 'confirmed', claim_run = ${lit(ctx.runId)}::integer
    WHERE c.dataset IN (${all}) AND c.claim = 'claimed' AND NOT ${waits}`)
  const brought = broughtSql(plans, modeOf)
  if (!brought) return
  await db.exec(`WITH refuted AS (
      UPDATE quality.cause c SET claim = 'refuted', claim_run = ${lit(ctx.runId)}::integer
      WHERE c.dataset IN (${all}) AND c.claim = 'claimed'
        AND c.claimed_at <= ${lit(ctx.at)}::timestamptz AND (${brought})
      RETURNING c.id
    )
    ${insertEventsSql([
      {
        kind: 'FIX_REFUTED',
        row: 'q.id',
        at: lit(ctx.at),
        actor: lit(ctx.actor),
        run: lit(ctx.runId),
        dataset: 'q.dataset',
        after: stockSql('q', 'false'),
        from: `quality.quarantine q
          WHERE q.statut = 'A_TRAITER' AND NOT q.ready AND q.cause_id IN (SELECT id FROM refuted)
          ORDER BY q.id`,
      },
    ])}`)
}

/** SQL over `quality.cause c`: did this delivery have to bring the fix? */
function broughtSql(
  plans: readonly Plan[],
  modeOf: (dataset: Dataset) => 'full' | 'delta' | 'none',
): string | undefined {
  const delivered = plans.map((p) => p.dataset).filter((d) => modeOf(d) !== 'none')
  if (delivered.length === 0) return undefined
  const names = (datasets: Dataset[]) => datasets.map((d) => lit(d.name)).join(', ')
  const full = delivered.filter((d) => modeOf(d) === 'full')
  // A row that comes again unchanged keeps its first run, so the delivered keys are looked at too.
  const again = delivered
    .filter((d) => modeOf(d) === 'delta')
    .map(
      (d) => `(c.dataset = ${lit(d.name)} AND EXISTS (SELECT FROM quality.quarantine q
        WHERE q.cause_id = c.id AND q.statut = 'A_TRAITER'
          AND q.key_hash IN (SELECT _key FROM ${deliveredTable(d.name)})))`,
    )
  const own = [...(full.length > 0 ? [`c.dataset IN (${names(full)})`] : []), ...again]
  return `c.parent IN (${names(delivered)})${
    own.length > 0 ? ` OR (c.parent IS NULL AND (${own.join(' OR ')}))` : ''
  }`
}
