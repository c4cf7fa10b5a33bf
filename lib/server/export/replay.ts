/** What came of a replay, row by row, as a file. */

import { z } from 'zod'
import { typedCursor, typedRows } from '@/lib/shared/db/typed-rows'
import { type Download, databaseUrl, download } from './download'
import type { Column, ExportLocale, Row } from './files/table'
import type { QuarantineExport } from './quarantine'
import { OUTCOME, REPLAY_COLUMNS, REPLAY_SHEET, SKIPPED, WAITING } from './replay-labels'
import { Snapshot } from './snapshot'

/** Rows fetched at once. */
const BATCH = 1000

const Outcome = z.object({
  dataset: z.string(),
  key: z.string().nullable(),
  rule: z.string(),
  means: z.string().nullable(),
  outcome: z.string().nullable(),
  detail: z.string().nullable(),
  why: z.string().nullable(),
  cascaded: z.boolean(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  customer: z.string().nullable(),
  invoice: z.string().nullable(),
  row: z.string(),
})
type Outcome = z.infer<typeof Outcome>

const ReplayKind = z.object({
  kind: z.string(),
})

/**
 * Starts the export of a replay's or preview's result.
 * @returns undefined when there is no such replay.
 * @throws as exportQuarantine.
 */
export async function exportReplay(
  { id, locale }: { id: number } & Pick<QuarantineExport, 'locale'>,
  format: 'csv' | 'xlsx',
  url = databaseUrl(),
): Promise<Download | undefined> {
  const snapshot = await Snapshot.open(url)
  try {
    const [replay] = await typedRows(
      snapshot,
      ReplayKind,
      'SELECT kind FROM quality.replay WHERE id = $1',
      [id],
    )
    if (!replay) {
      await snapshot.close()
      return undefined
    }
    const next = await typedCursor(snapshot, Outcome, 'outcomes', OUTCOMES, [id, locale])
    const columns = REPLAY_COLUMNS.map(
      ({ heading, type, width }): Column => ({ heading: heading[locale], type, width }),
    )
    const table = {
      name: REPLAY_SHEET[locale],
      columns,
      rows: readRows(snapshot, next, locale),
      close: () => snapshot.close(),
    }
    return download(table, `lazaret-${replay.kind}-${id}`, format, locale)
  } catch (error) {
    await snapshot.close()
    throw error
  }
}

/** Why a row still fails is the rule that it fails now; in words where one declares it. */
const OUTCOMES = `SELECT i.dataset, q.key_text AS key, i.rule, r.texts->'means'->>$2 AS means, i.outcome, i.detail,
    n.texts->'means'->>$2 AS why, i.cascaded, q.amount::text AS amount, q.currency, q.customer,
    q.invoice, i.quarantine_id::text AS row
  FROM quality.replay_item i
  LEFT JOIN quality.quarantine q ON q.id = i.quarantine_id
  LEFT JOIN quality.rule r ON r.dataset = i.dataset AND r.code = i.rule
  LEFT JOIN quality.rule n ON n.dataset = i.dataset AND n.code = i.detail
  WHERE i.replay_id = $1 ORDER BY i.outcome DESC, i.dataset, i.rule, i.quarantine_id`

async function* readRows(
  snapshot: Snapshot,
  next: (n: number) => Promise<Outcome[]>,
  locale: ExportLocale,
): AsyncGenerator<Row> {
  try {
    for (;;) {
      const found = await next(BATCH)
      if (found.length === 0) return
      for (const row of found) yield toRow(row, locale)
    }
  } finally {
    await snapshot.close()
  }
}

/** In the order of REPLAY_COLUMNS. */
function toRow(row: Outcome, locale: ExportLocale): Row {
  const fails = row.outcome === 'still_failing'
  return [
    row.dataset,
    row.key,
    row.rule,
    row.means,
    OUTCOME[row.outcome ?? 'open']?.[locale] ?? row.outcome,
    fails ? row.detail : null,
    fails ? row.why : (SKIPPED[row.detail ?? '']?.[locale] ?? null),
    row.cascaded ? WAITING[locale] : null,
    row.amount,
    row.currency,
    row.customer,
    row.invoice,
    row.row,
  ]
}
