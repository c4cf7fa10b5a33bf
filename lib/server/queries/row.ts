/** One quarantined row with everything around it: values, rules, parents, children, timeline. */
import { isoSql, type Reader } from '@/lib/shared/db/database'
import { likeOf, searchSql } from '@/lib/shared/search'

type Texts = Record<string, string>

interface FailingRule {
  code: string
  means: Texts | null
  mend: Texts | null
  field: string | null
  transaction: string | null
}

/** A column of the dataset as the casts of the run read it. */
export interface TypedValue {
  /** Business name. */
  column: string
  /** Source column; null for a derived one. */
  field: string | null
  /** text, integer, date, boolean or numeric(p,s). */
  type: string
  /** As PostgreSQL writes it; null: empty, or not readable. */
  value: string | null
  /** Something is there that does not convert without loss. */
  bad: boolean
}

export interface RowDetail {
  id: number
  domain: string | null
  dataset: string
  rule: string
  statut: 'A_TRAITER' | 'SOLDEE' | 'CLASSEE'
  exitReason: string | null
  key: string | null
  customer: string | null
  invoice: string | null
  amount: string | null
  currency: string | null
  firstSeen: string
  settledAt: string | null
  ready: boolean
  causeId: number | null
  causeValue: string | null
  owner: string | null
  warnDays: number | null
  criticalDays: number | null
  claim: 'claimed' | 'confirmed' | 'refuted' | null
  previousId: number | null
  runId: number
  source: string | null
  file: string | null
  line: number | null
  lineTo: number | null
  /** Source column → text as received; null for a malformed record. */
  raw: Record<string, string | null> | null
  /** What the run makes of it, per column in declared order; null where there is no row. */
  typed: TypedValue[] | null
  /** First bytes of a malformed record, as text and in hex. */
  bytes: { text: string; hex: string; length: number } | null
  detail: string | null
  rules: FailingRule[]
}

interface ParentRef {
  ref: string
  parent: string
  parentText: string | null
  /** 0 holds, 1 missing, 2 in quarantine, 3 in quarantine and ready. */
  state: 0 | 1 | 2 | 3
  /** The live quarantined row of the parent. */
  parentId: number | null
}

export interface TimelineEvent {
  at: string
  kind: string
  reason: string | null
  actor: string
  ruleFrom: string | null
  rule: string
  amountFrom: string | null
  amount: string | null
  currency: string | null
  note: string | null
  runId: number | null
  replayId: number | null
}

export interface RowScreen {
  row: RowDetail
  parents: ParentRef[]
  /** Rows that wait for this one, at most 50, and how many there are. */
  children: { id: number; dataset: string; key: string | null; rule: string }[]
  childrenCount: number
  events: TimelineEvent[]
  /** Other open rows of the same cause. */
  neighbours: number
}

const SHOWN_BYTES = 400

/** Reads a row; undefined when there is none with this id. */
export async function readRow(db: Reader, id: number): Promise<RowScreen | undefined> {
  const [row] = await db.rows<RowDetail>(
    `SELECT q.id::float8 AS id, s.domain, q.dataset, q.rule, q.statut, q.exit_reason AS "exitReason",
      q.key_text AS key, q.customer, q.invoice, q.amount::text AS amount, q.currency,
      ${isoSql('q.first_seen')} AS "firstSeen", ${isoSql('q.settled_at')} AS "settledAt", q.ready,
      q.cause_id::float8 AS "causeId", c.value AS "causeValue", coalesce(c.owner, r.owner) AS owner, c.claim,
      coalesce(r.warn_days_override, r.warn_days) AS "warnDays",
      coalesce(r.critical_days_override, r.critical_days) AS "criticalDays",
      q.previous_id::float8 AS "previousId", q.run_id AS "runId", p.source, p.file, p.line,
      p.line_to AS "lineTo", p.raw, quality.typed_values(q.id) AS typed, p.detail,
      CASE WHEN p.bytes IS NOT NULL THEN jsonb_build_object(
        'hex', encode(substr(p.bytes, 1, ${SHOWN_BYTES}), 'hex'), 'length', length(p.bytes)) END AS bytes,
      (SELECT jsonb_agg(jsonb_build_object('code', x.code, 'means', t.texts->'means', 'mend', t.texts->'mend',
          'field', t.sap->>'field', 'transaction', t.sap->>'transaction') ORDER BY x.place)
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
  if (!row) return undefined
  if (row.bytes) row.bytes = readable(row.bytes)
  const parents = await db.rows<ParentRef>(
    `SELECT r.ref, r.parent, r.parent_text AS "parentText", r.state,
      (SELECT min(q.id)::float8 FROM quality.quarantine q WHERE q.dataset = r.parent
        AND q.key_hash = r.parent_key AND q.statut <> 'SOLDEE') AS "parentId"
    FROM quality.quarantine_ref r WHERE r.quarantine_id = $1 ORDER BY r.state DESC, r.ref`,
    [id],
  )
  const children = await db.rows<RowScreen['children'][number] & { n: number }>(
    `SELECT c.id::float8 AS id, c.dataset, c.key_text AS key, c.rule, count(*) OVER ()::int AS n
    FROM quality.quarantine q
    JOIN quality.quarantine_ref r ON r.parent = q.dataset AND r.parent_key = q.key_hash
    JOIN quality.quarantine c ON c.id = r.quarantine_id AND c.statut = 'A_TRAITER'
    WHERE q.id = $1 AND q.statut <> 'SOLDEE' ORDER BY c.dataset, c.id LIMIT 50`,
    [id],
  )
  const events = await db.rows<TimelineEvent>(
    `SELECT ${isoSql('e.at')} AS at, e.kind, e.reason, auth.name_at(e.actor, e.at) AS actor,
      e.rule_from AS "ruleFrom", e.rule, e.amount_from::text AS "amountFrom", e.amount::text AS amount,
      e.currency, e.note, e.run_id AS "runId", e.replay_id AS "replayId"
    FROM quality.quarantine_event e
    WHERE e.quarantine_id = $1 ORDER BY e.id`,
    [id],
  )
  const [same] = await db.rows<{ n: number }>(
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

export interface Found {
  id: number
  dataset: string
  rule: string
  key: string | null
  customer: string | null
  invoice: string | null
  amount: string | null
  currency: string | null
  firstSeen: string
  statut: 'A_TRAITER' | 'CLASSEE'
  ready: boolean
  means: Texts | null
  warnDays: number | null
  criticalDays: number | null
}

/** Money of what was found, per dataset and currency. */
export interface FoundMoney {
  dataset: string
  currency: string | null
  rows: number
  /** Exact decimal. */
  amount: string
}

/**
 * Finds live rows by customer, invoice, key or the value that is wrong, across datasets: exactly
 * first, leading zeros forgiven, then by part.
 */
export async function searchRows(
  db: Reader,
  text: string,
  domain: string | undefined,
  limit: number,
): Promise<Found[]> {
  const values = wanted(text, domain)
  if (!values) return []
  return db.rows<Found>(
    `SELECT q.id::float8 AS id, q.dataset, q.rule, q.key_text AS key, q.customer, q.invoice,
      q.amount::text AS amount, q.currency, ${isoSql('q.first_seen')} AS "firstSeen", q.statut, q.ready,
      r.texts->'means' AS means, coalesce(r.warn_days_override, r.warn_days) AS "warnDays",
      coalesce(r.critical_days_override, r.critical_days) AS "criticalDays"
    FROM quality.quarantine q
    LEFT JOIN quality.rule r ON r.dataset = q.dataset AND r.code = q.rule
    LEFT JOIN quality.dataset d ON d.name = q.dataset
    WHERE ${MATCHES}
    ORDER BY (q.customer IN ($1, $2)) DESC NULLS LAST, d.position, q.dataset, q.first_seen, q.id
    LIMIT $5::int`,
    [...values, limit],
  )
}

/** Open money of everything that a search finds, and how many open rows. */
export async function searchMoney(
  db: Reader,
  text: string,
  domain: string | undefined,
): Promise<FoundMoney[]> {
  const values = wanted(text, domain)
  if (!values) return []
  return db.rows<FoundMoney>(
    `SELECT q.dataset, q.currency, count(*)::int AS rows, coalesce(sum(q.amount), 0)::text AS amount
    FROM quality.quarantine q LEFT JOIN quality.dataset d ON d.name = q.dataset
    WHERE q.statut = 'A_TRAITER' AND ${MATCHES}
    GROUP BY d.position, q.dataset, q.currency ORDER BY d.position, q.dataset, q.currency`,
    values,
  )
}

const MATCHES = `q.statut <> 'SOLDEE'
  AND (q.customer IN ($1, $2) OR q.invoice IN ($1, $2) OR ${searchSql('$3')})
  AND ($4::text IS NULL OR q.dataset IN
    (SELECT s.dataset FROM quality.dataset_state s WHERE s.domain = $4))`

/** Parameters of MATCHES; undefined when nothing is asked for. */
function wanted(text: string, domain: string | undefined): unknown[] | undefined {
  const plain = text.trim().slice(0, 200)
  if (plain === '') return undefined
  const padded = /^\d+$/.test(plain) ? plain.padStart(10, '0') : plain
  return [plain, padded, likeOf(plain), domain ?? null]
}
