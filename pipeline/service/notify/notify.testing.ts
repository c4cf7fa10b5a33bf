/** Channels and an outbox on a database of their own, with a clock that the test moves. */

import type { Db } from '@/lib/shared/db/connection'
import { Scene } from '@/pipeline/service/alerts/scene.testing'
import { type Sent, sendDue } from './send'

export const BASE = 'https://lazaret.example.com'
export const SECRET = 'k'.repeat(43)

interface ChannelRow {
  kind: 'mail' | 'webhook'
  address: string
  form?: 'json' | 'teams' | 'slack'
  name?: string
  language?: string
  owners?: string[]
  rules?: string[]
  domains?: string[]
  levels?: string[]
  alerts?: boolean
  digest_hour?: number
  enabled?: boolean
}

/** @returns its id. A digest comes only where an hour is given. */
export async function addChannel(db: Db, row: ChannelRow): Promise<number> {
  const { digest_hour = null, ...given } = row
  const all = {
    name: 'Ops',
    form: 'json',
    language: 'en',
    owners: [],
    rules: [],
    domains: [],
    levels: [],
  }
  const { id } = await db.row<{ id: number }>(
    `INSERT INTO quality.channel (kind, address, form, name, language, owners, rules, domains, levels,
      alerts, digest, digest_hour, enabled, secret, created_by, created_at)
    SELECT c.kind, c.address, c.form, c.name, c.language, c.owners, c.rules, c.domains, c.levels,
      coalesce(c.alerts, true), $2::int IS NOT NULL, coalesce($2::int, 7), coalesce(c.enabled, true), $3,
      'Ana', now()
    FROM jsonb_populate_record(NULL::quality.channel, $1::jsonb) c RETURNING id`,
    [JSON.stringify({ ...all, ...given }), digest_hour, SECRET],
  )
  return id
}

/** Declares the rule R of the scene's dataset. */
export async function declare(db: Db, rule: string, owner: string, means = rule): Promise<void> {
  const texts = { means: { en: `${means} (en)`, 'pt-BR': `${means} (pt)`, fr: `${means} (fr)` } }
  await db.exec(
    `INSERT INTO quality.rule (dataset, code, domain, position, kind, fingerprint, texts, source_hint, owner,
      severity, warn_days, critical_days, replay)
    VALUES ('t', $1, 'd', 1, 'sql', '', $2::jsonb, '{}', $3, 'critical', 7, 21, 'nightly')`,
    [rule, JSON.stringify(texts), owner],
  )
}

export class Outbox {
  private constructor(
    readonly scene: Scene,
    readonly smtp: string | undefined,
  ) {}

  get db(): Db {
    return this.scene.db
  }

  /** @param smtp the mail server; undefined: none is set. */
  static async open(smtp?: string, zone?: string): Promise<Outbox> {
    return new Outbox(await Scene.open(zone), smtp)
  }

  /** Sends what is due at a time, as one worker. */
  send(at: string, db = this.db): Promise<Sent> {
    const mail = { url: this.smtp, from: 'lazaret@example.com', base: BASE }
    return sendDue(db, { now: () => new Date(at), mail })
  }

  /** status, attempts and error code of all messages, in order. */
  async states(): Promise<string[]> {
    const rows = await this.db.rows<{ said: string }>(
      `SELECT concat_ws(' ', status, attempts, error->>'code') AS said FROM quality.notification ORDER BY id`,
    )
    return rows.map((row) => row.said)
  }
}
