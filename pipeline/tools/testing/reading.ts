/** Reads what a run wrote, in shapes that are easy to compare. */

import type { Db } from '@/lib/shared/db/connection'
import { bronzeTable, id, silverTable } from '@/pipeline/engine/compile/postgres/quoting'
import type { Source } from '@/pipeline/engine/define/schema'

export interface LiveRow {
  id: number
  key_text: string | null
  occurrence: number
  rule: string
  other_rules: string[]
  statut: string
  ready: boolean
  unmet: number
  first_seen: string
  amount: string | null
  currency: string | null
  customer: string | null
  previous_id: number | null
  file: string
  line: number
  line_to: number
  raw: Record<string, string | null> | null
  bytes: Buffer | null
  detail: string | null
}

export class Reading {
  constructor(readonly db: Db) {}

  /** Rows of Silver in the order of their values; every value as text. */
  silver(dataset: string, ...columns: string[]): Promise<Record<string, string | null>[]> {
    const list = columns.map((c) => `${id(c)}::text AS ${id(c)}`).join(', ')
    const order = columns.map((_, i) => i + 1).join(', ')
    return this.db.rows(`SELECT ${list} FROM ${silverTable(dataset)} ORDER BY ${order}`)
  }

  /** One column of Silver, sorted. */
  async values(dataset: string, column: string): Promise<(string | null)[]> {
    return (await this.silver(dataset, column)).map((row) => row[column] ?? null)
  }

  /** Live quarantined rows with their payload, by key, then occurrence, then line. */
  live(dataset: string): Promise<LiveRow[]> {
    return this.rowsOf(dataset, `q.statut <> 'SOLDEE'`)
  }

  /** Every stay, settled ones too. */
  stays(dataset: string): Promise<(LiveRow & { exit_reason: string | null })[]> {
    return this.rowsOf(dataset, 'true') as Promise<(LiveRow & { exit_reason: string | null })[]>
  }

  /** Live rows in short: `key: RULE` or `key: RULE, OTHER`. */
  async waiting(dataset: string): Promise<string[]> {
    const rows = await this.live(dataset)
    return rows.map((r) => `${r.key_text ?? ''}: ${[r.rule, ...r.other_rules].join(', ')}`)
  }

  /** Settled stays in short: `key: REASON`. */
  async exits(dataset: string): Promise<string[]> {
    const rows = await this.stays(dataset)
    return rows
      .filter((r) => r.statut === 'SOLDEE')
      .map((r) => `${r.key_text ?? ''}: ${r.exit_reason}`)
  }

  /** Documented duplicates in short: `line loses to run:line, why`. */
  duplicates(dataset: string): Promise<{ line: number; winner_n: number; reason: string }[]> {
    return this.db.rows(
      `SELECT line, winner_n, reason FROM quality.duplicate WHERE dataset = $1 ORDER BY run_id, n`,
      [dataset],
    )
  }

  /** Bronze of a source, as it arrived. */
  bronze(source: string): Promise<Record<string, unknown>[]> {
    return this.db.rows(`SELECT * FROM ${bronzeTable(source)} ORDER BY _run, _n`)
  }

  /** Events in short: `key KIND reason actor: rule_from → rule`, in order. */
  async events(dataset: string): Promise<string[]> {
    const rows = await this.db.rows<{ said: string }>(
      `SELECT concat_ws(' ', q.key_text, e.kind, e.reason, e.actor) || ': ' ||
        CASE WHEN e.open_from THEN e.rule_from || coalesce(' ' || e.amount_from, '') ELSE '-' END || ' → ' ||
        CASE WHEN e.open_to THEN e.rule || coalesce(' ' || e.amount, '') ELSE '-' END AS said
      FROM quality.quarantine_event e LEFT JOIN quality.quarantine q ON q.id = e.quarantine_id
      WHERE e.dataset = $1 ORDER BY e.id`,
      [dataset],
    )
    return rows.map((r) => r.said)
  }

  /** The ledger's closing stock per rule; rules at nought included. */
  async ledger(dataset: string): Promise<Record<string, number>> {
    const rows = await this.db.rows<{ rule: string; n: string }>(
      `SELECT rule, sum(in_rows + reopened_rows + moved_in_rows + revalued_rows - out_rows
        - moved_out_rows) AS n FROM quality.flow_daily WHERE dataset = $1 GROUP BY 1 ORDER BY 1`,
      [dataset],
    )
    return Object.fromEntries(rows.map((r) => [r.rule, Number(r.n)]))
  }

  /** `quality.dq_audit` of a dataset: kind of error → how often. */
  async audit(dataset: string): Promise<Record<string, number>> {
    const rows = await this.db.rows<{ tipo_erro: string; n: string }>(
      'SELECT tipo_erro, count(*) AS n FROM quality.dq_audit WHERE tabela = $1 GROUP BY 1 ORDER BY 1',
      [dataset],
    )
    return Object.fromEntries(rows.map((r) => [r.tipo_erro, Number(r.n)]))
  }

  /** Closes live rows as a person's verb does: the status, and the event that says so. */
  async close(dataset: string, keyText: string): Promise<void> {
    await this.db.exec(
      `WITH closed AS (
        UPDATE quality.quarantine SET statut = 'CLASSEE', settled_at = now(), exit_reason = 'CLASSEE'
        WHERE dataset = $1 AND key_text = $2 AND statut = 'A_TRAITER' RETURNING *
      ) INSERT INTO quality.quarantine_event (quarantine_id, at, kind, reason, actor, dataset,
        open_from, rule_from, currency_from, amount_from, open_to, rule, currency, amount)
      SELECT id, first_seen, 'EXITED', 'CLASSEE', 'ana', dataset,
        true, rule, currency, amount, false, rule, currency, amount FROM closed`,
      [dataset, keyText],
    )
  }

  /** Everything that a run that fails must leave alone, as one text; Bronze and runs are not. */
  async state(): Promise<string> {
    const tables = await this.db.rows<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname = 'silver' OR (schemaname = 'quality'
        AND tablename NOT IN ('run', 'run_file', 'run_dataset', 'check_result'))
      ORDER BY 1`,
    )
    const parts: string[] = []
    for (const { name } of tables) {
      const { rows } = await this.db.row<{ rows: string }>(
        `SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') AS rows FROM ${name} t`,
      )
      parts.push(`${name}\n${rows}`)
    }
    return parts.join('\n')
  }

  protected async count(dataset: string, sources: readonly Source[], run: number): Promise<string> {
    const bronze = sources.map((s) => `SELECT _run FROM ${bronzeTable(s.file)}`).join(' UNION ALL ')
    const n = await this.db.row<Record<string, string>>(
      `SELECT (SELECT count(*) FROM (${bronze}
          UNION ALL SELECT _run FROM bronze.malformed WHERE dataset = $1) b WHERE _run = $2) AS r,
        (SELECT count(*) FROM ${silverTable(dataset)}) AS s,
        (SELECT count(*) FROM quality.quarantine WHERE dataset = $1 AND statut <> 'SOLDEE') AS q,
        (SELECT count(*) FROM quality.duplicate WHERE dataset = $1 AND run_id = $2) AS d`,
      [dataset, run],
    )
    return `R${n.r} S${n.s} Q${n.q} D${n.d}`
  }

  private rowsOf(dataset: string, where: string): Promise<LiveRow[]> {
    return this.db.rows(
      `SELECT q.id::int, q.key_text, q.occurrence, q.rule, q.other_rules, q.statut, q.ready, q.unmet,
        to_char(q.first_seen AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS first_seen, q.exit_reason,
        q.amount, q.currency, q.customer, q.previous_id::int,
        p.file, p.line, p.line_to, p.raw, p.bytes, p.detail
      FROM quality.quarantine q LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
      WHERE q.dataset = $1 AND ${where} ORDER BY q.key_text, q.occurrence, p.line, q.id`,
      [dataset],
    )
  }
}
