/** A quarantine of a million open rows and five million events, made by SQL. */

import type { Db } from '@/lib/shared/db/connection'
import { insertEventsSql, stockSql } from '@/lib/shared/ledger/events'

export const OPEN_ROWS = 1_000_000
const EVENTS = 5_000_000
const BATCH = 250_000
const CAUSES = 20_000

/** Fills a prepared, empty database; the triggers keep stock and ledger as in real life. */
export async function fillQuarantine(db: Db, tell: (text: string) => void): Promise<void> {
  await db.exec(`INSERT INTO quality.dataset_state (dataset, domain, fingerprint)
    VALUES ('ordens_venda_itens', 'order-to-cash', 'bench'), ('faturas_venda_itens', 'order-to-cash', 'bench')
    ON CONFLICT DO NOTHING`)
  await db.exec(`INSERT INTO quality.cause (id, dataset, rule, value)
    SELECT i, CASE WHEN i % 2 = 0 THEN 'ordens_venda_itens' ELSE 'faturas_venda_itens' END,
      CASE WHEN i % 2 = 0 THEN 'VBAP_ORDEM_INEXISTENTE' ELSE 'VBRP_ORDEM_INEXISTENTE' END, '100 / ' || i
    FROM generate_series(1, ${CAUSES}) i`)
  for (let from = 1; from <= OPEN_ROWS; from += BATCH) {
    const numbers = `generate_series(${from}, ${from + BATCH - 1}) i`
    await db.exec(`INSERT INTO quality.quarantine (id, dataset, key_hash, occurrence, content_hash, rule,
        other_rules, statut, first_seen, amount, currency, key_text, customer, invoice, unmet, ready,
        run_id, n, cause_id, root_cause_id)
      SELECT i, c.dataset, md5('k' || i)::uuid, 1, md5('c' || i)::uuid, c.rule, '{}', 'A_TRAITER',
        now() - make_interval(days => i % 90, secs => i % 86400), (i % 100000) / 10.0, 'BRL',
        '100 / ' || lpad(i::text, 10, '0') || ' / 000010', lpad((i % 5000)::text, 10, '0'),
        lpad((i % 200000)::text, 10, '0'), 1, i % 3 = 0, 1, i, c.id, c.id
      FROM ${numbers} LEFT JOIN quality.cause c ON c.id = 1 + i % ${CAUSES}`)
    await db.exec(`INSERT INTO quality.quarantine_payload (quarantine_id, source, file, line, line_to, raw)
      SELECT i, 'VBAP', 'VBAP.csv', i, i, jsonb_build_object('MANDT', '100', 'VBELN', lpad(i::text, 10, '0'))
      FROM ${numbers}`)
    await db.exec(
      insertEventsSql([
        {
          kind: 'ENTERED',
          row: 'q.id',
          at: 'q.first_seen',
          actor: `'run'`,
          dataset: 'q.dataset',
          after: stockSql('q'),
          from: `quality.quarantine q WHERE q.id BETWEEN ${from} AND ${from + BATCH - 1}`,
        },
      ]),
    )
    tell(`${from + BATCH - 1} open rows`)
  }
  for (let from = OPEN_ROWS; from < EVENTS; from += BATCH) {
    await db.exec(
      insertEventsSql([
        {
          kind: 'REPLAY_FAILED',
          row: 'q.id',
          at: `q.first_seen + interval '1 hour'`,
          actor: `'replay'`,
          dataset: 'q.dataset',
          after: stockSql('q', 'false'),
          from: `quality.quarantine q WHERE q.id BETWEEN 1 + ${from % OPEN_ROWS} AND ${(from % OPEN_ROWS) + BATCH}`,
        },
      ]),
    )
    tell(`${from + BATCH} events`)
  }
  await db.exec('VACUUM (ANALYZE)')
}
