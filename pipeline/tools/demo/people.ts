/** What people would have done meanwhile; written as their verbs write it. */

import type { Db } from '@/lib/shared/db/connection'
import { requestDeclaration } from '@/lib/shared/declaration/request'
import { insertEventsSql, stockSql } from '@/lib/shared/ledger/events'
import type { Domain } from '@/pipeline/engine/define/schema'
import { executeDeclaration } from '@/pipeline/operations/declaration/execute'
import type { DemoDomain } from './plan'

const STEWARD = 'Demo steward'

/** An event of an open row `q` that leaves the stock as it is. `$1`: when, `$2`: the steward. */
const REMARK = {
  row: 'q.id',
  at: '$1',
  actor: '$2',
  dataset: 'q.dataset',
  after: stockSql('q', 'false'),
}

/** A rule whose ready rows wait until somebody asks. */
export async function keepManual(db: Db, rule: string): Promise<void> {
  await db.exec(`UPDATE quality.rule SET replay_override = 'manual' WHERE code = $1`, [rule])
}

/** The steward claims the largest cause and an old one; the next deliveries tell. */
export async function claimFixes(
  db: Db,
  domain: Domain,
  { owner, mended }: DemoDomain['people'],
  at: Date,
): Promise<void> {
  await db.exec(
    `WITH picked AS (
      (SELECT c.id FROM quality.cause c JOIN quality.cause_stock k ON k.cause_id = c.id
        WHERE c.claim IS NULL AND c.parent IS NOT NULL AND c.dataset = ANY ($5) GROUP BY c.id ORDER BY sum(k.rows) DESC, c.id LIMIT 1)
      UNION
      (SELECT q.cause_id FROM quality.quarantine q JOIN quality.cause c ON c.id = q.cause_id
        WHERE q.statut = 'A_TRAITER' AND c.claim IS NULL AND c.parent IS NULL
          AND c.dataset = ANY ($5)
        GROUP BY q.cause_id ORDER BY min(q.first_seen), q.cause_id LIMIT 1)
    ), claimed AS (
      UPDATE quality.cause c SET claim = 'claimed', claimed_by = $2, claimed_at = $1,
        claim_note = $4, owner = coalesce(c.owner, $3)
      FROM picked p WHERE c.id = p.id RETURNING c.id
    )
    ${insertEventsSql([
      {
        ...REMARK,
        kind: 'FIX_CLAIMED',
        note: '$4',
        from: `quality.quarantine q JOIN claimed c ON c.id = q.cause_id WHERE q.statut = 'A_TRAITER'`,
      },
    ])}`,
    [at.toISOString(), STEWARD, owner, mended, datasetsOf(domain)],
  )
}

/** A remark on the oldest rows that wait. */
export async function leaveNotes(
  db: Db,
  domain: Domain,
  { asked }: DemoDomain['people'],
  at: Date,
): Promise<void> {
  await db.exec(
    insertEventsSql([
      {
        ...REMARK,
        kind: 'COMMENTED',
        note: '$3',
        from: `quality.quarantine q WHERE q.statut = 'A_TRAITER' AND q.dataset = ANY ($4)
          ORDER BY q.first_seen, q.id LIMIT 3`,
      },
    ]),
    [at.toISOString(), STEWARD, asked, datasetsOf(domain)],
  )
}

/** Days that rows may stay, of the two rules with the most of them and of all the others. */
const PATIENCE_DAYS = { many: 15, few: 4 }

/**
 * The steward closes what nobody will mend any more; rows that wait for master data stay, and those
 * of one rule that is always hoped for. Without this every rare fault would be over its limit in
 * the end, and the alerts would say nothing.
 */
export async function closeOld(
  db: Db,
  { domain, kept, people }: DemoDomain,
  at: Date,
): Promise<void> {
  await db.exec(
    `WITH ranked AS (
      SELECT dataset, rule, row_number() OVER (ORDER BY count(*) DESC, rule) AS place
      FROM quality.quarantine WHERE statut = 'A_TRAITER' AND unmet = 0 AND dataset = ANY ($4)
        AND rule IS DISTINCT FROM $5 GROUP BY dataset, rule
    ), closed AS (
      UPDATE quality.quarantine q SET statut = 'CLASSEE', settled_at = $1, exit_reason = 'CLASSEE'
      FROM ranked r WHERE r.dataset = q.dataset AND r.rule = q.rule AND q.statut = 'A_TRAITER'
        AND q.unmet = 0 AND NOT q.ready AND q.first_seen < $1::timestamptz - make_interval(
          days => CASE WHEN r.place <= 2 THEN ${PATIENCE_DAYS.many} ELSE ${PATIENCE_DAYS.few} END)
      RETURNING q.*
    )
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
    ])}`,
    [at.toISOString(), STEWARD, people.givenUp, datasetsOf(domain), kept ?? null],
  )
}

const datasetsOf = (domain: Domain): string[] => domain.datasets.map((d) => d.name)

/** The steward has the declaration of a domain produced that declares. */
export async function declare(db: Db, url: string, domain: Domain, at: Date): Promise<void> {
  if (!domain.declaration) return
  const { id } = await requestDeclaration(db, {
    domain: domain.name,
    actor: STEWARD,
    at: at.toISOString(),
  })
  await executeDeclaration(url, domain, id)
}
