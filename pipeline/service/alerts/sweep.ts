import type { Db } from '@/lib/shared/db/connection'
import { lockArguments } from '@/lib/shared/db/locks'
import { addJob, NOTIFY_JOB } from '@/lib/shared/queue/job'
import { OUTBOX } from '@/pipeline/service/notify/outbox'
import { WANTED } from './wanted'

export interface Swept {
  opened: number
  escalated: number
  deescalated: number
  closed: number
  /** Open afterwards. */
  open: number
  /** Messages about it, one per channel that is told. */
  messages: number
}

/**
 * Brings the alerts in line with the state of the database at a time: opens what is new, raises
 * and lowers levels, closes what is gone. The same state again changes nothing; who acknowledged
 * an alert stays written on it. Messages about it are written in the same transaction.
 */
export async function sweepAlerts(db: Db, at: Date): Promise<Swept> {
  return db.transaction(async () => {
    await db.exec(`SELECT pg_advisory_xact_lock(${lockArguments('sweep')})`)
    const swept = await db.row<Swept>(MERGE, [at.toISOString()])
    if (swept.messages > 0) await addJob(db, NOTIFY_JOB)
    return swept
  })
}

const MERGE = `WITH ${WANTED},
open_before AS MATERIALIZED (
  SELECT a.id, a.kind, a.subject, a.level FROM quality.alert a WHERE a.closed_at IS NULL
),
closed AS (
  UPDATE quality.alert a SET closed_at = $1::timestamptz FROM open_before o
  WHERE a.id = o.id AND NOT EXISTS (
    SELECT FROM wanted w WHERE w.kind = o.kind AND w.subject = o.subject) RETURNING a.*
),
changed AS (
  UPDATE quality.alert a SET level = w.level, domain = w.domain, detail = w.detail,
    escalated_at = CASE WHEN w.level = a.level THEN a.escalated_at
      WHEN w.level = 'critical' THEN $1::timestamptz END
  FROM wanted w JOIN open_before o ON o.kind = w.kind AND o.subject = w.subject
  WHERE a.id = o.id AND (a.level, a.domain, a.detail) IS DISTINCT FROM (w.level, w.domain, w.detail)
  RETURNING a.*, o.level AS before, w.level AS after
),
opened AS (
  INSERT INTO quality.alert (kind, domain, dataset, rule, subject, level, opened_at, detail)
  SELECT w.kind, w.domain, w.dataset, w.rule, w.subject, w.level, $1::timestamptz, w.detail
  FROM wanted w WHERE NOT EXISTS (
    SELECT FROM open_before o WHERE o.kind = w.kind AND o.subject = w.subject) RETURNING *
),
${OUTBOX}
SELECT (SELECT count(*) FROM opened)::int AS opened, (SELECT count(*) FROM closed)::int AS closed,
  (SELECT count(*) FROM changed WHERE before = 'warning' AND after = 'critical')::int AS escalated,
  (SELECT count(*) FROM changed WHERE before = 'critical' AND after = 'warning')::int AS deescalated,
  (SELECT count(*) FROM wanted)::int AS open, (SELECT count(*) FROM told)::int AS messages`
