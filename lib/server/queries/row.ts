/** One quarantined row with everything around it: values, rules, parents, children, timeline. */
import { z } from 'zod'
import { isoSql, type Reader } from '@/lib/shared/db/database'
import { Count, neverNull, typedRows } from '@/lib/shared/db/typed-rows'
import { QUARANTINED_ROW, QuarantinedRow } from './quarantined-row'

const Texts = z.record(z.string(), z.string())

const FailingRule = z.object({
  code: z.string(),
  means: Texts.nullable(),
  mend: Texts.nullable(),
  field: z.string().nullable(),
  transaction: z.string().nullable(),
})

/** A column of the dataset as the casts of the run read it. */
export const TypedValue = z.object({
  /** Business name. */
  column: z.string(),
  /** Source column; null for a derived one. */
  field: z.string().nullable(),
  /** text, integer, date, boolean or numeric(p,s). */
  type: z.string(),
  /** As PostgreSQL writes it; null: empty, or not readable. */
  value: z.string().nullable(),
  /** Something is there that does not convert without loss. */
  bad: z.boolean(),
})
export type TypedValue = z.infer<typeof TypedValue>

const StoredRow = QuarantinedRow.extend({
  domain: z.string().nullable(),
  exitReason: z.string().nullable(),
  settledAt: z.string().nullable(),
  causeId: z.number().nullable(),
  causeValue: z.string().nullable(),
  owner: z.string().nullable(),
  warnDays: z.number().nullable(),
  criticalDays: z.number().nullable(),
  claim: z.enum(['claimed', 'confirmed', 'refuted']).nullable(),
  previousId: z.number().nullable(),
  runId: z.number(),
  source: z.string().nullable(),
  file: z.string().nullable(),
  line: z.number().nullable(),
  lineTo: z.number().nullable(),
  /** Source column → text as received; null for a malformed record. */
  raw: z.record(z.string(), z.string().nullable()).nullable(),
  /** What the run makes of it, per column in declared order; null where there is no row. */
  typed: z.array(TypedValue).nullable(),
  /** First bytes of a malformed record. */
  bytes: z.object({ hex: z.string(), length: z.number() }).nullable(),
  detail: z.string().nullable(),
  rules: neverNull(z.array(FailingRule), 'a row fails at least one rule'),
})

export interface RowDetail extends Omit<z.infer<typeof StoredRow>, 'bytes'> {
  /** First bytes of a malformed record, as text and in hex. */
  bytes: { text: string; hex: string; length: number } | null
}

const ParentRef = z.object({
  ref: z.string(),
  parent: z.string(),
  parentText: z.string().nullable(),
  /** 0 holds, 1 missing, 2 in quarantine, 3 in quarantine and ready. */
  state: z.literal([0, 1, 2, 3]),
  /** The live quarantined row of the parent. */
  parentId: z.number().nullable(),
})

export const TimelineEvent = z.object({
  at: z.string(),
  kind: z.string(),
  reason: z.string().nullable(),
  actor: z.string(),
  ruleFrom: z.string().nullable(),
  rule: z.string(),
  amountFrom: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  note: z.string().nullable(),
  runId: z.number().nullable(),
  replayId: z.number().nullable(),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>

export interface RowScreen {
  row: RowDetail
  parents: z.infer<typeof ParentRef>[]
  /** Rows that wait for this one, at most 50, and how many there are. */
  children: Omit<z.infer<typeof Child>, 'n'>[]
  childrenCount: number
  events: TimelineEvent[]
  /** Other open rows of the same cause. */
  neighbours: number
}

const SHOWN_BYTES = 400

const Child = z.object({
  id: z.number(),
  dataset: z.string(),
  key: z.string().nullable(),
  rule: z.string(),
  n: z.number(),
})

/** Reads a row; undefined when there is none with this id. */
export async function readRow(db: Reader, id: number): Promise<RowScreen | undefined> {
  const [stored] = await typedRows(
    db,
    StoredRow,
    `SELECT ${QUARANTINED_ROW}, s.domain, q.exit_reason AS "exitReason",
      ${isoSql('q.settled_at')} AS "settledAt",
      q.cause_id::float8 AS "causeId", c.value AS "causeValue", coalesce(c.owner, r.owner) AS owner, c.claim,
      coalesce(r.warn_days_override, r.warn_days) AS "warnDays",
      coalesce(r.critical_days_override, r.critical_days) AS "criticalDays",
      q.previous_id::float8 AS "previousId", q.run_id AS "runId", p.source, p.file, p.line,
      p.line_to AS "lineTo", p.raw, quality.typed_values(q.id) AS typed, p.detail,
      CASE WHEN p.bytes IS NOT NULL THEN jsonb_build_object(
        'hex', encode(substr(p.bytes, 1, ${SHOWN_BYTES}), 'hex'), 'length', length(p.bytes)) END AS bytes,
      (SELECT jsonb_agg(jsonb_build_object('code', x.code, 'means', t.texts->'means', 'mend', t.texts->'mend',
          'field', t.source_hint->>'field', 'transaction', t.source_hint->>'transaction') ORDER BY x.place)
        FROM unnest(q.rule || q.other_rules) WITH ORDINALITY x(code, place)
        LEFT JOIN quality.rule t ON t.dataset = q.dataset AND t.code = x.code) AS rules
    FROM quality.quarantine q
    LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    LEFT JOIN quality.cause c ON c.id = q.cause_id
    LEFT JOIN quality.rule r ON r.dataset = q.dataset AND r.code = q.rule
    LEFT JOIN quality.dataset_state s ON s.dataset = q.dataset
    WHERE q.id = $1`,
    [id],
  )
  if (!stored) return undefined
  const row: RowDetail = { ...stored, bytes: stored.bytes && readable(stored.bytes) }
  const parents = await typedRows(
    db,
    ParentRef,
    `SELECT r.ref, r.parent, r.parent_text AS "parentText", r.state,
      (SELECT min(q.id)::float8 FROM quality.quarantine q WHERE q.dataset = r.parent
        AND q.key_hash = r.parent_key AND q.statut <> 'SOLDEE') AS "parentId"
    FROM quality.quarantine_ref r WHERE r.quarantine_id = $1 ORDER BY r.state DESC, r.ref`,
    [id],
  )
  const children = await typedRows(
    db,
    Child,
    `SELECT c.id::float8 AS id, c.dataset, c.key_text AS key, c.rule, count(*) OVER ()::int AS n
    FROM quality.quarantine q
    JOIN quality.quarantine_ref r ON r.parent = q.dataset AND r.parent_key = q.key_hash
    JOIN quality.quarantine c ON c.id = r.quarantine_id AND c.statut = 'A_TRAITER'
    WHERE q.id = $1 AND q.statut <> 'SOLDEE' ORDER BY c.dataset, c.id LIMIT 50`,
    [id],
  )
  const events = await typedRows(
    db,
    TimelineEvent,
    `SELECT ${isoSql('e.at')} AS at, e.kind, e.reason, auth.name_at(e.actor, e.at) AS actor,
      e.rule_from AS "ruleFrom", e.rule, e.amount_from::text AS "amountFrom", e.amount::text AS amount,
      e.currency, e.note, e.run_id AS "runId", e.replay_id AS "replayId"
    FROM quality.quarantine_event e
    WHERE e.quarantine_id = $1 ORDER BY e.id`,
    [id],
  )
  const [same] = await typedRows(
    db,
    Count,
    `SELECT count(*)::int AS n FROM quality.quarantine WHERE cause_id = $1 AND id <> $2
      AND statut = 'A_TRAITER'`,
    [row.causeId, id],
  )
  return {
    row,
    parents,
    children: children.map(({ n: _, ...child }) => child),
    childrenCount: children[0]?.n ?? 0,
    events,
    neighbours: same?.n ?? 0,
  }
}

const SHOWN_HEX = 64

/** Bytes that are no text in UTF-8 stand as the replacement character; the hex says what they are. */
function readable({
  hex,
  length,
}: {
  hex: string
  length: number
}): NonNullable<RowDetail['bytes']> {
  const text = Buffer.from(hex, 'hex').toString('utf8')
  return { text, hex: hex.slice(0, 2 * SHOWN_HEX), length }
}
