/** Rule texts and settings go from the declarations into the database, where the app reads them. */

import type { Db } from '@/lib/shared/db/connection'
import { proofFingerprint } from '@/pipeline/engine/define/fingerprint'
import { rulesOf } from '@/pipeline/engine/define/rules'
import type { Domain } from '@/pipeline/engine/define/schema'
import { syncGold } from './gold'

/**
 * Upserts a domain, its rules and what its Gold is called, leaving alone what an administrator has overridden; rules that are no
 * longer declared are retired, not deleted: their ledger stays readable.
 */
export async function syncRules(db: Db, domain: Domain): Promise<void> {
  // Only what differs: an upsert locks every row it meets, changed or not, until the run ends.
  await db.exec(
    `INSERT INTO quality.domain AS d (name, expect_every_hours, title, fingerprint, declaration)
    SELECT x.name, x.hours, x.title, x.print, x.declaration
    FROM (VALUES ($1, $2::integer, $3::jsonb, $4, $5::jsonb)) x(name, hours, title, print, declaration)
    LEFT JOIN quality.domain o ON o.name = x.name
    WHERE (o.expect_every_hours, o.title, o.fingerprint, o.declaration)
      IS DISTINCT FROM (x.hours, x.title, x.print, x.declaration)
    ON CONFLICT (name) DO UPDATE SET expect_every_hours = excluded.expect_every_hours,
      title = excluded.title, fingerprint = excluded.fingerprint,
      declaration = excluded.declaration`,
    [
      domain.name,
      domain.expectEveryHours,
      JSON.stringify(domain.title),
      proofFingerprint(domain),
      domain.declaration ? JSON.stringify(domain.declaration) : null,
    ],
  )
  await syncDatasets(db, domain)
  await syncGold(db, domain)
  const rows = domain.datasets.flatMap((dataset) =>
    rulesOf(dataset).map((r) => ({
      dataset: dataset.name,
      code: r.code,
      domain: domain.name,
      position: r.position,
      kind: r.kind,
      fingerprint: r.fingerprint,
      texts: { means: r.text.means, mend: r.text.mend },
      source_hint: {
        table: dataset.sources.map((s) => s.file).join(', '),
        field: r.text.field ?? null,
        transaction: r.text.transaction ?? null,
      },
      owner: r.owner,
      severity: r.severity,
      warn_days: r.warnDays,
      critical_days: r.criticalDays,
      replay: r.replay,
    })),
  )
  const columns = [
    'dataset',
    'code',
    'domain',
    'position',
    'kind',
    'fingerprint',
    'texts',
    'source_hint',
    'owner',
    'severity',
    'warn_days',
    'critical_days',
    'replay',
  ]
  await db.exec(
    `INSERT INTO quality.rule AS r (${columns.join(', ')})
    SELECT ${columns.map((c) => `x.${c}`).join(', ')}
    FROM jsonb_to_recordset($1::jsonb) AS x(dataset text, code text, domain text,
      position integer, kind text, fingerprint text, texts jsonb, source_hint jsonb, owner text,
      severity text, warn_days integer, critical_days integer, replay text)
    LEFT JOIN quality.rule o ON o.dataset = x.dataset AND o.code = x.code
    WHERE (${columns.map((c) => `o.${c}`).join(', ')}, o.retired_at)
      IS DISTINCT FROM (${columns.map((c) => `x.${c}`).join(', ')}, NULL)
    ON CONFLICT (dataset, code) DO UPDATE
      SET ${columns.map((c) => `${c} = excluded.${c}`).join(', ')}, retired_at = NULL`,
    [JSON.stringify(rows)],
  )
  await db.exec(
    `UPDATE quality.rule r SET retired_at = now() WHERE r.domain = $1 AND r.retired_at IS NULL
      AND NOT EXISTS (SELECT FROM jsonb_to_recordset($2::jsonb) AS x(dataset text, code text)
        WHERE x.dataset = r.dataset AND x.code = r.code)`,
    [domain.name, JSON.stringify(rows.map(({ dataset, code }) => ({ dataset, code })))],
  )
}

/** Names of datasets as people say them; one that is no longer declared keeps its own. */
async function syncDatasets(db: Db, domain: Domain): Promise<void> {
  const rows = domain.datasets.map(({ name, title }, position) => ({ name, position, title }))
  await db.exec(
    `INSERT INTO quality.dataset AS d (name, domain, position, title)
    SELECT x.name, $1::text, x.position, x.title
    FROM jsonb_to_recordset($2::jsonb) AS x(name text, position integer, title jsonb)
    LEFT JOIN quality.dataset o ON o.name = x.name
    WHERE (o.domain, o.position, o.title) IS DISTINCT FROM ($1::text, x.position, x.title)
    ON CONFLICT (name) DO UPDATE SET domain = excluded.domain, position = excluded.position,
      title = excluded.title`,
    [domain.name, JSON.stringify(rows)],
  )
}
