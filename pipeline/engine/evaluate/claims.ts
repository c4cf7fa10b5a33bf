/**
 * A person claims that a cause is fixed at the source; what is delivered then says whether that
 * is so. Claims belong to causes, so this is decided once per run, after all passes.
 */
import { insertEventsSql, stockSql } from '@/lib/shared/ledger/events'
import type { DatasetPlan } from '@/pipeline/engine/compile/plan'
import { lit } from '@/pipeline/engine/compile/postgres/quoting'
import type { Dataset } from '@/pipeline/engine/define/schema'
import type { DatasetMode, EvaluationContext } from './context'

/**
 * Confirms, refutes or leaves the domain's claims, and drops confirmed ones whose cause is back.
 * A claim made after the clock of the run is not refuted by it: the extract is older than the fix.
 * @param modeOf what the delivery brought of each dataset; nothing refutes in a rebuild.
 */
export async function settleClaims(
  ctx: EvaluationContext,
  plans: readonly DatasetPlan[],
  modeOf: (dataset: Dataset) => DatasetMode,
): Promise<void> {
  const { db } = ctx
  const all = plans.map((p) => lit(p.dataset.name)).join(', ')
  const waits = `EXISTS (SELECT FROM quality.quarantine q
    WHERE q.cause_id = c.id AND q.statut = 'A_TRAITER' AND NOT q.ready)`
  await db.exec(`-- Confirmed claims whose cause is back
  UPDATE quality.cause c SET claim = NULL, claim_run = NULL
    WHERE c.dataset IN (${all}) AND c.claim = 'confirmed' AND ${waits}`)
  await db.exec(`-- Claims whose cause is gone are confirmed
  UPDATE quality.cause c SET claim = 'confirmed', claim_run = ${lit(ctx.runId)}::integer
    WHERE c.dataset IN (${all}) AND c.claim = 'claimed' AND NOT ${waits}`)
  const expected = fixExpectedSql(plans, modeOf)
  if (!expected) return
  await db.exec(`-- Claims that the delivery refutes
  WITH refuted AS (
      UPDATE quality.cause c SET claim = 'refuted', claim_run = ${lit(ctx.runId)}::integer
      WHERE c.dataset IN (${all}) AND c.claim = 'claimed'
        AND c.claimed_at <= ${lit(ctx.at)}::timestamptz AND (${expected})
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
function fixExpectedSql(
  plans: readonly DatasetPlan[],
  modeOf: (dataset: Dataset) => DatasetMode,
): string | undefined {
  const delivered = plans.filter(({ dataset }) => modeOf(dataset) !== 'none')
  if (delivered.length === 0) return undefined
  const names = (some: DatasetPlan[]) => some.map(({ dataset }) => lit(dataset.name)).join(', ')
  const full = delivered.filter(({ dataset }) => modeOf(dataset) === 'full')
  // A row that comes again unchanged keeps its first run, so the delivered keys are looked at too.
  const again = delivered
    .filter(({ dataset }) => modeOf(dataset) === 'delta')
    .map(
      ({
        dataset,
        relations,
      }) => `(c.dataset = ${lit(dataset.name)} AND EXISTS (SELECT FROM quality.quarantine q
        WHERE q.cause_id = c.id AND q.statut = 'A_TRAITER'
          AND q.key_hash IN (SELECT key_hash FROM ${relations.delivered})))`,
    )
  const own = [...(full.length > 0 ? [`c.dataset IN (${names(full)})`] : []), ...again]
  return `c.parent IN (${names(delivered)})${
    own.length > 0 ? ` OR (c.parent IS NULL AND (${own.join(' OR ')}))` : ''
  }`
}
