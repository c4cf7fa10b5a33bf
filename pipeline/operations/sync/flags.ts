/** Flags go from the declarations into the database, where the app reads them. */

import type { Db } from '@/lib/shared/db/connection'
import { flagsOf } from '@/pipeline/engine/define/flags'
import type { Domain } from '@/pipeline/engine/define/schema'

const COLUMNS = ['dataset', 'code', 'domain', 'position', 'texts', 'owner']

/** Upserts the flags of a domain; those no longer declared are retired, their history stays. */
export async function syncFlags(db: Db, domain: Domain): Promise<void> {
  const flags = domain.datasets.flatMap((dataset) =>
    flagsOf(dataset).map(({ code, position, text, owner }) => ({
      dataset: dataset.name,
      code,
      domain: domain.name,
      position,
      texts: { means: text },
      owner,
    })),
  )
  const list = (alias: string) => COLUMNS.map((c) => `${alias}.${c}`).join(', ')
  // Only what differs, as for rules: an upsert locks every row it meets.
  await db.exec(
    `INSERT INTO quality.flag AS f (${COLUMNS.join(', ')}) SELECT ${list('x')}
    FROM jsonb_to_recordset($1::jsonb) AS x(dataset text, code text, domain text, position integer,
      texts jsonb, owner text)
    LEFT JOIN quality.flag o ON o.dataset = x.dataset AND o.code = x.code
    WHERE (${list('o')}, o.retired_at) IS DISTINCT FROM (${list('x')}, NULL)
    ON CONFLICT (dataset, code) DO UPDATE
      SET ${COLUMNS.map((c) => `${c} = excluded.${c}`).join(', ')}, retired_at = NULL`,
    [JSON.stringify(flags)],
  )
  await db.exec(
    `UPDATE quality.flag f SET retired_at = now() WHERE f.domain = $1 AND f.retired_at IS NULL
      AND NOT EXISTS (SELECT FROM jsonb_to_recordset($2::jsonb) AS x(dataset text, code text)
        WHERE x.dataset = f.dataset AND x.code = f.code)`,
    [domain.name, JSON.stringify(flags.map(({ dataset, code }) => ({ dataset, code })))],
  )
}
