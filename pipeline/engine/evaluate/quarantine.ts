/** Writes what `matchQuarantine` found: new stays, changed ones, and rows that leave. */
import { type EventSql, insertEventsSql, type StockSql, stockSql } from '@/lib/shared/ledger/events'
import { parentColumn, stateColumn } from '@/pipeline/engine/compile/conditions'
import { type Plan, tempTables } from '@/pipeline/engine/compile/plan'
import { bronzeTable, id, lit } from '@/pipeline/engine/compile/sql'
import { MALFORMED } from '@/pipeline/engine/define/rules'
import type { JudgeContext, Movements } from './context'

/** Reopened: closed by a person, but other content or another rule fails for the same key now. */
const REOPENED = `x.was_statut = 'CLASSEE' AND (x.was_content <> x._content OR x.was_rule <> x.rule)`
const WAS_OPEN = `x.was_statut = 'A_TRAITER'`

/** Applies the `next` table of a dataset to the quarantine, events and payloads included. */
export async function writeQuarantine(ctx: JudgeContext, plan: Plan): Promise<void> {
  const { next } = tempTables(plan)
  const at = `${lit(ctx.at)}::timestamptz`
  await ctx.db.exec(`INSERT INTO quality.quarantine (id, dataset, key_hash, occurrence, content_hash,
      rule, other_rules, statut, first_seen, amount, currency, key_text, customer, invoice, unmet,
      run_id, n, cause_id, root_cause_id, previous_id)
    SELECT x.id, ${lit(plan.dataset.name)}, x._key, x.occurrence, x._content, x.rule, x.other_rules,
      'A_TRAITER', ${at}, x.amount, x.currency, x.key_text, x.customer, x.invoice, x.unmet,
      x._run, x._n, x.cause_id, x.root_cause_id, o.id
    FROM ${next} x LEFT JOIN (${lastStaysSql(plan)}) o ON o.key_hash = x._key WHERE x.fresh`)
  await writeEvents(ctx, plan)
  await ctx.db.exec(`UPDATE quality.quarantine q SET
      statut = CASE WHEN ${REOPENED} THEN 'A_TRAITER' ELSE q.statut END,
      settled_at = CASE WHEN ${REOPENED} THEN NULL ELSE q.settled_at END,
      exit_reason = CASE WHEN ${REOPENED} THEN NULL ELSE q.exit_reason END,
      content_hash = x._content, rule = x.rule, other_rules = x.other_rules, amount = x.amount,
      currency = x.currency, customer = x.customer, invoice = x.invoice, key_text = x.key_text,
      unmet = x.unmet, ready = false, run_id = x._run, n = x._n,
      cause_id = x.cause_id, root_cause_id = x.root_cause_id
    FROM ${next} x WHERE q.id = x.id AND x.changed`)
  await writePayloads(ctx, plan)
  await writeReferences(ctx, plan)
}

/**
 * The last settled stay of each key that comes back. Looked up once, before the first row is
 * written: row by row, each of them read what had just been written, 109 s for 100,000 rows.
 */
const lastStaysSql = (plan: Plan): string => `SELECT q.key_hash, max(q.id) AS id
  FROM quality.quarantine q
  WHERE q.dataset = ${lit(plan.dataset.name)} AND q.statut = 'SOLDEE'
    AND q.key_hash IN (SELECT x._key FROM ${tempTables(plan).next} x)
  GROUP BY q.key_hash`

async function writeEvents(ctx: JudgeContext, plan: Plan): Promise<void> {
  const { next } = tempTables(plan)
  const now = stockSql('x')
  const was: StockSql = {
    open: 'true',
    rule: 'x.was_rule',
    currency: 'x.was_currency',
    amount: 'x.was_amount',
  }
  // A row that changes its money and its rule is revalued under the old rule, then moves.
  const revalued: StockSql = { ...now, rule: was.rule }
  const event = (
    kind: EventSql['kind'],
    before: StockSql | undefined,
    after: StockSql,
    where: string,
  ): EventSql => ({
    ...authorSql(ctx, plan),
    kind,
    row: 'x.id',
    before,
    after,
    from: `${next} x WHERE ${where}`,
  })
  await ctx.db.exec(
    insertEventsSql([
      event('ENTERED', undefined, now, 'x.fresh'),
      event('REOPENED', undefined, now, REOPENED),
      event(
        'REVALUED',
        was,
        revalued,
        `x.changed AND ${WAS_OPEN} AND (x.was_amount, x.was_currency) IS DISTINCT FROM (x.amount, x.currency)`,
      ),
      event('RULE_CHANGED', revalued, now, `x.changed AND ${WAS_OPEN} AND x.was_rule <> x.rule`),
    ]),
  )
}

/** When, by whom and in which dataset: the same for all events of a pass. */
export const authorSql = (ctx: JudgeContext, plan: Plan) => ({
  at: lit(ctx.at),
  actor: lit(ctx.actor),
  run: lit(ctx.runId),
  replay: lit(ctx.replayId),
  dataset: lit(plan.dataset.name),
})

/** Raw values as received, and where; for malformed records their bytes. */
async function writePayloads(ctx: JudgeContext, plan: Plan): Promise<void> {
  // A replayed row was read from its payload, and is not delivered anew.
  if (ctx.actor === 'replay') return
  const { next } = tempTables(plan)
  const columns = plan.dataset.sources[0]?.columns ?? []
  const raw = `jsonb_build_object(${columns.map((c) => `${lit(c)}, b.${id(c.toLowerCase())}`).join(', ')})`
  // Equal content too: the row names the newest delivery, and its file and line go with that.
  const changed = '(x.fresh OR x.changed)'
  const malformed = `x.rule = ${lit(plan.rules[MALFORMED - 1]?.code)}`
  const records = plan.dataset.sources.map(
    (s) => `SELECT x.id, ${lit(s.file)}, b._arquivo_origem, b._linha, b._linha,
      ${raw} || coalesce(b._extra, '{}'), NULL::bytea, NULL::text
    FROM ${next} x LEFT JOIN ${bronzeTable(s.file)} b ON b.ctid = x._at
    WHERE ${changed} AND NOT ${malformed} AND x._src = ${lit(s.file)}`,
  )
  await ctx.db.exec(`INSERT INTO quality.quarantine_payload AS p
      (quarantine_id, source, file, line, line_to, raw, bytes, detail)
    ${records.join(' UNION ALL ')}
    UNION ALL SELECT x.id, m.source, m._arquivo_origem, m._linha, m._linha_fim, NULL, m.bytes,
      m.reason || ': ' || m.detail
    FROM ${next} x LEFT JOIN bronze.malformed m
      ON m.dataset = ${lit(plan.dataset.name)} AND m._run = x._run AND m._n = x._n
    WHERE ${changed} AND ${malformed}
    ON CONFLICT (quarantine_id) DO UPDATE SET source = excluded.source, file = excluded.file,
      line = excluded.line, line_to = excluded.line_to, raw = excluded.raw, bytes = excluded.bytes,
      detail = excluded.detail`)
}

/** The references of each live row with their states: what would release it. */
async function writeReferences(ctx: JudgeContext, plan: Plan): Promise<void> {
  if (plan.references.length === 0) return
  const { aside, next } = tempTables(plan)
  await ctx.db.exec(`DELETE FROM quality.quarantine_ref r USING ${next} x
    WHERE r.quarantine_id = x.id AND x.changed`)
  const selects = plan.references.map(
    (r) => `SELECT x.id, ${lit(r.reference.name)}, ${lit(r.parent.name)}, m.${parentColumn(r)},
      concat_ws(' / ', ${r.own.map((c) => `m.${id(c)}::text`).join(', ')}), m.${stateColumn(r)}
    FROM ${next} x LEFT JOIN ${aside} m ON m._run = x._run AND m._n = x._n
    WHERE (x.fresh OR x.changed) AND m.${stateColumn(r)} IS NOT NULL`,
  )
  await ctx.db.exec(`INSERT INTO quality.quarantine_ref
      (quarantine_id, ref, parent, parent_key, parent_text, state) ${selects.join(' UNION ALL ')}`)
}

/**
 * Live rows of the dataset that are not among the failing ones leave: CORRECTED when their key is
 * valid now, WITHDRAWN when it no longer comes, RULE_CHANGED when the rules did it, REPLAYED.
 * `delta`: only rows whose key was delivered are looked at.
 * @param failing how many rows the `next` table has; without any there is none.
 */
export async function releaseQuarantine(
  ctx: JudgeContext,
  plan: Plan,
  moves: Movements,
  full: boolean,
  failing: number,
): Promise<void> {
  const { mark, next } = tempTables(plan)
  // A set: the planner knows nothing of rows that this transaction wrote, and compared them pairwise.
  const stays = failing > 0 ? `AND q.id NOT IN (SELECT x.id FROM ${next} x)` : ''
  const scope = full ? '' : `AND q.key_hash IN (SELECT _key FROM ${mark})`
  const valid = `EXISTS (SELECT FROM ${mark} m WHERE m._key = q.key_hash AND m._disp = 'S')`
  const reason = {
    run: `CASE WHEN ${valid} THEN 'CORRECTED' ELSE 'WITHDRAWN' END`,
    rule: `'RULE_CHANGED'`,
    replay: `'REPLAYED'`,
  }[ctx.actor]
  const leaving = await ctx.db.exec(`CREATE TEMP TABLE leaving ON COMMIT DROP AS
    SELECT q.id, ${reason} AS reason, q.statut, q.rule, q.currency, q.amount
    FROM quality.quarantine q
    WHERE q.dataset = ${lit(plan.dataset.name)} AND q.statut <> 'SOLDEE' ${scope} ${stays}`)
  if (leaving > 0) await release(ctx, plan, moves)
  await ctx.db.exec('DROP TABLE leaving')
}

/** Settles the rows of the `leaving` table. */
async function release(ctx: JudgeContext, plan: Plan, moves: Movements): Promise<void> {
  await ctx.db.exec(`UPDATE quality.quarantine q SET statut = 'SOLDEE', ready = false,
      settled_at = ${lit(ctx.at)}::timestamptz, exit_reason = l.reason
    FROM leaving l WHERE q.id = l.id`)
  await ctx.db.exec(
    insertEventsSql([
      {
        ...authorSql(ctx, plan),
        kind: 'EXITED',
        row: 'l.id',
        reason: 'l.reason',
        before: stockSql('l', `l.statut = 'A_TRAITER'`),
        after: stockSql('l', 'false'),
        from: 'leaving l',
      },
    ]),
  )
  await ctx.db.exec(
    'DELETE FROM quality.quarantine_ref r USING leaving l WHERE r.quarantine_id = l.id',
  )
  const { withdrawn } = await ctx.db.row<{ withdrawn: string }>(
    `SELECT count(*) AS withdrawn FROM leaving WHERE reason = 'WITHDRAWN'`,
  )
  moves.quarantineWithdrawn += Number(withdrawn)
}
