/** For tests: a small quarantine, written by hand, and as many plain rows behind it as wanted. */
import type { Sql } from 'postgres'

const said = (text: string) => ({ en: text, 'pt-BR': `${text} (pt)`, fr: `${text} (fr)` })

const RULES = [
  {
    dataset: 'ordens',
    code: 'VBAK_CLIENTE_INEXISTENTE',
    texts: { means: said('No such customer'), mend: said('Create it') },
    source_hint: { table: 'VBAK', field: 'VBAK-KUNNR', transaction: 'XD01' },
    owner: 'Cadastro',
  },
  {
    dataset: 'itens',
    code: 'VBAP_ORDEM_EM_QUARENTENA',
    texts: { means: said('Its order waits'), mend: said('Release the order') },
    source_hint: { table: 'VBAP', field: 'VBAP-VBELN', transaction: 'VA02' },
    owner: 'Vendas',
  },
  {
    dataset: 'itens',
    code: 'VBAP_MALFORMADO',
    texts: { means: said('Not readable'), mend: said('Look at the bytes') },
    source_hint: { table: 'VBAP', field: null, transaction: null },
    owner: 'TI',
  },
]

/**
 * Cause 1: customer 0000100234 is missing; order row 1 (EUR) and item row 2 (BRL) hang on it.
 * Cause 3: a malformed record, row 3. Row 4 is settled. Rows from 100 on: `many` more of cause 4.
 */
export async function fillQuarantine(sql: Sql, many = 0): Promise<void> {
  await sql`INSERT INTO quality.workspace (id, time_zone) VALUES (1, 'America/Sao_Paulo')
    ON CONFLICT (id) DO UPDATE SET time_zone = excluded.time_zone`
  await sql`INSERT INTO quality.dataset_state (dataset, domain, fingerprint)
    VALUES ('ordens', 'order-to-cash', 'x'), ('itens', 'order-to-cash', 'x')`
  await sql`INSERT INTO quality.rule (dataset, code, domain, position, kind, fingerprint, texts, source_hint,
      owner, severity, warn_days, critical_days, replay)
    SELECT r.dataset, r.code, 'order-to-cash', 1, 'sql', 'x', r.texts, r.source_hint, r.owner, 'critical',
      7, 21, 'nightly' FROM jsonb_to_recordset(${JSON.stringify(RULES)}::text::jsonb)
      AS r(dataset text, code text, texts jsonb, source_hint jsonb, owner text)`
  await sql`INSERT INTO quality.cause (id, dataset, rule, value, owner) VALUES
    (1, 'ordens', 'VBAK_CLIENTE_INEXISTENTE', '100 / 0000100234', 'Maria'),
    (2, 'itens', 'VBAP_ORDEM_EM_QUARENTENA', '100 / 0000000077', NULL),
    (3, 'itens', 'VBAP_MALFORMADO', '', NULL), (4, 'itens', 'VBAP_RETIRED', 'x', NULL)`
  await sql`INSERT INTO quality.quarantine (id, dataset, key_hash, occurrence, content_hash, rule,
      other_rules, statut, first_seen, amount, currency, key_text, customer, invoice, unmet, ready,
      run_id, n, cause_id, root_cause_id)
    SELECT v.id, v.dataset, md5(v.id::text)::uuid, 0, md5('c')::uuid, v.rule, v.others::text[],
      v.statut, v.seen::timestamptz, v.amount, v.currency, v.key, v.customer, NULL, 0, false, 1,
      v.id, v.cause, v.root
    FROM (VALUES
      (1, 'ordens', 'VBAK_CLIENTE_INEXISTENTE', '{VBAK_B,VBAK_C}', 'A_TRAITER',
        '2026-11-01T01:30:00Z', -5.00, 'EUR', '100 / 0000000077', '0000100234', 1, 1),
      (2, 'itens', 'VBAP_ORDEM_EM_QUARENTENA', '{}', 'A_TRAITER',
        '2026-11-02T12:00:00Z', 1234567.89, 'BRL', '100 / 0000000077 / 000010', NULL, 2, 1),
      (3, 'itens', 'VBAP_MALFORMADO', '{}', 'CLASSEE',
        '2026-11-03T12:00:00Z', NULL, NULL, NULL, NULL, 3, 3),
      (4, 'itens', 'VBAP_ORDEM_EM_QUARENTENA', '{}', 'SOLDEE',
        '2026-11-03T12:00:00Z', 1, 'BRL', '100 / 1', NULL, 2, 1)
    ) v(id, dataset, rule, others, statut, seen, amount, currency, key, customer, cause, root)`
  const payload = (raw: object) => JSON.stringify(raw)
  await sql`INSERT INTO quality.quarantine_payload
      (quarantine_id, source, file, line, line_to, raw, bytes, detail) VALUES
    (1, 'VBAK', 'VBAK.csv', 12, 12, ${payload({ KUNNR: '=1+1', NETWR: '-5,00' })}::text::jsonb, NULL, NULL),
    (2, 'VBAP', 'VBAP_2.csv', 7, 7, ${payload({ KWMENG: '1' })}::text::jsonb, NULL, NULL),
    (3, 'VBAP', 'VBAP_2.csv', 9, 10, NULL, '\\x00', 'a quote is never closed')`
  await sql`INSERT INTO quality.quarantine (id, dataset, key_hash, occurrence, content_hash, rule,
      other_rules, statut, first_seen, amount, currency, key_text, unmet, run_id, n, cause_id)
    SELECT i, 'itens', md5('many' || i)::uuid, 0, md5('c')::uuid, 'VBAP_RETIRED', '{}', 'A_TRAITER',
      '2026-10-01T12:00:00Z', i, 'BRL', '100 / ' || i, 0, 1, i, 4
    FROM generate_series(100, ${many + 99}) i`
  await sql`INSERT INTO quality.quarantine_payload (quarantine_id, source, file, line, line_to, raw)
    SELECT i, 'VBAP', 'VBAP_1.csv', i, i, jsonb_build_object('VBELN', lpad(i::text, 10, '0'))
    FROM generate_series(100, ${many + 99}) i`
}
