/** Rows, exits and runs at chosen times, without deliveries, for what depends on the clock alone. */
import { onTestFinished } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { createTestDatabase } from '@/lib/shared/db/testing'
import { type Swept, sweepAlerts } from './sweep'

export interface Placed {
  rule?: string
  n?: number
  amount?: string
  cause?: number
}

export class Scene {
  private constructor(
    readonly db: Db,
    readonly url: string,
  ) {}

  /** A database with one domain `d` of one dataset `t`, gone when the test is finished. */
  static async open(zone = 'America/Sao_Paulo'): Promise<Scene> {
    const database = await createTestDatabase()
    const db = await Db.open(database.url)
    onTestFinished(async () => {
      await db.close()
      await database.drop()
    })
    await db.exec('UPDATE quality.workspace SET time_zone = $1', [zone])
    await db.exec(
      `INSERT INTO quality.dataset_state (dataset, domain, fingerprint) VALUES ('t', 'd', '')`,
    )
    return new Scene(db, database.url)
  }

  /** Rows that entered quarantine at a time. */
  async enter(at: string, placed: Placed = {}): Promise<void> {
    const { rule = 'R', n = 1, amount = '1.00', cause = null } = placed
    await this.db.exec(
      `WITH added AS (
        INSERT INTO quality.quarantine (dataset, key_hash, occurrence, content_hash, rule, other_rules,
          statut, first_seen, amount, currency, unmet, run_id, n, cause_id, root_cause_id)
        SELECT 't', gen_random_uuid(), 1, gen_random_uuid(), $2, '{}', 'A_TRAITER', $1::timestamptz,
          $3::numeric, 'BRL', 0, 1, 1, $5::bigint, $5::bigint FROM generate_series(1, $4::int) RETURNING *
      ) INSERT INTO quality.quarantine_event (quarantine_id, at, kind, actor, dataset, open_from,
        open_to, rule, currency, amount)
      SELECT id, first_seen, 'ENTERED', 'run', dataset, false, true, rule, currency, amount FROM added`,
      [at, rule, amount, n, cause],
    )
  }

  /** The oldest open rows of a rule leave at a time. */
  async leave(at: string, { rule = 'R', n = 1 }: Placed = {}): Promise<void> {
    await this.db.exec(
      `WITH gone AS (
        UPDATE quality.quarantine SET statut = 'SOLDEE', settled_at = $1, exit_reason = 'CORRECTED'
        WHERE id IN (SELECT id FROM quality.quarantine WHERE rule = $2 AND statut = 'A_TRAITER'
          ORDER BY first_seen, id LIMIT $3) RETURNING *
      ) INSERT INTO quality.quarantine_event (quarantine_id, at, kind, reason, actor, dataset, open_from,
        rule_from, currency_from, amount_from, open_to, rule, currency, amount)
      SELECT id, settled_at, 'EXITED', exit_reason, 'run', dataset, true, rule, currency, amount, false,
        rule, currency, amount FROM gone`,
      [at, rule, n],
    )
  }

  /** All open rows of a rule fail another one from now on. */
  async move(at: string, from: string, to: string): Promise<void> {
    await this.db.exec(
      `WITH moved AS (
        UPDATE quality.quarantine SET rule = $3 WHERE rule = $2 AND statut = 'A_TRAITER' RETURNING *
      ) INSERT INTO quality.quarantine_event (quarantine_id, at, kind, actor, dataset, open_from,
        rule_from, currency_from, amount_from, open_to, rule, currency, amount)
      SELECT id, $1::timestamptz, 'RULE_CHANGED', 'run', dataset, true, $2, currency, amount, true,
        rule, currency, amount FROM moved`,
      [at, from, to],
    )
  }

  async run(at: string, status = 'committed', domain = 'd'): Promise<void> {
    await this.db.exec(
      `INSERT INTO quality.run (domain, kind, mode, status, as_of, started_at)
      VALUES ($1, 'delivery', 'full', $2, $3, $3)`,
      [domain, status, at],
    )
  }

  async cause(): Promise<number> {
    const { id } = await this.db.row<{ id: string }>(
      `INSERT INTO quality.cause (dataset, rule, value) VALUES ('t', 'R', gen_random_uuid()::text) RETURNING id`,
    )
    return Number(id)
  }

  sweep(at: string): Promise<Swept> {
    return sweepAlerts(this.db, new Date(at))
  }

  /** Open alerts of a kind after a sweep, as `subject level`. */
  async alerts(at: string, kind: string): Promise<string[]> {
    await this.sweep(at)
    const rows = await this.db.rows<{ said: string }>(
      `SELECT subject || ' ' || level AS said FROM quality.alert
      WHERE kind = $1 AND closed_at IS NULL ORDER BY 1`,
      [kind],
    )
    return rows.map((r) => r.said)
  }
}
