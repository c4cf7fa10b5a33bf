/** The views that the articles name, generated from the declarations. */
import { live } from '@/lib/shared/quarantine/live'
import { unmetSql } from '@/lib/shared/quarantine/reference-state'
import { planDataset } from '@/pipeline/engine/compile/plan'
import { postgres } from '@/pipeline/engine/compile/postgres'
import { castSql } from '@/pipeline/engine/compile/postgres/casts'
import { id, lit, silverTable } from '@/pipeline/engine/compile/postgres/quoting'
import type { Dataset, Domain } from '@/pipeline/engine/define/schema'

/** `silver.quarentena_<table>`: live quarantined rows under the business names of Silver. */
export function quarantineViewSql(dataset: Dataset): string {
  const columns = Object.entries(dataset.columns)
    .filter(([, c]) => c.from && !c.hidden)
    .map(([name, c]) => `p.raw->>${lit(c.from)} AS ${id(name)}`)
  return `CREATE OR REPLACE VIEW silver.${id(`quarentena_${dataset.name}`)} AS
    SELECT q.id AS _quarentena_id, ${columns.join(', ')}, q.rule AS motivo_rejeicao,
      q.other_rules AS _outros_motivos, q.statut AS _statut, q.first_seen AS _quarentena_em,
      p.file AS _arquivo_origem, p.line AS _linha
    FROM quality.quarantine q
    LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    WHERE q.dataset = ${lit(dataset.name)} AND ${live('q')}`
}

/**
 * `quality.dq_audit (ts, tabela, tipo_erro, detalhe)`: one row per failure. Every failing rule of
 * every live row, flags, duplicates, refused deliveries, failed checks.
 */
export function auditViewSql(domains: readonly Domain[]): string {
  const flags = domains.flatMap((domain) =>
    domain.datasets
      .filter((d) => d.flags.length > 0 || Object.values(d.columns).some((c) => c.trim))
      .map((d) => {
        const key = d.key.map((k) => `s.${id(k)}::text`).join(', ')
        return `SELECT r.as_of, ${lit(d.name)}, f.flag, concat_ws(' / ', ${key})
          FROM ${silverTable(d.name)} s CROSS JOIN LATERAL unnest(s._flags) AS f(flag)
          LEFT JOIN quality.run r ON r.id = s._run WHERE s._flags IS NOT NULL`
      }),
  )
  return `CREATE OR REPLACE VIEW quality.dq_audit (ts, tabela, tipo_erro, detalhe) AS
    SELECT q.first_seen, q.dataset, x.code,
      concat_ws(' ', q.key_text, '(' || p.file || ':' || p.line || ')', p.detail)
    FROM quality.quarantine q CROSS JOIN LATERAL unnest(q.rule || q.other_rules) AS x(code)
    LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    WHERE ${live('q')}
    UNION ALL SELECT d.at, d.dataset, 'DUPLICATA',
      concat_ws(' ', d.key_text, '(' || d.file || ':' || d.line || ')', d.reason) FROM quality.duplicate d
    UNION ALL SELECT r.as_of, r.domain, 'ENTREGA_RECUSADA', concat_ws(': ', r.error->>'reason', r.error->>'message')
      FROM quality.run r WHERE r.status = 'refused'
    UNION ALL SELECT r.as_of, coalesce(c.dataset, r.domain), c.name,
      'expected ' || c.expected || ', found ' || c.found
      FROM quality.check_result c LEFT JOIN quality.run r ON r.id = c.run_id WHERE NOT c.ok
    ${flags.map((f) => `UNION ALL ${f}`).join('\n    ')}`
}

/**
 * `gold.<view>` of a domain that declares: one row per parent (a holder), known to the reference or
 * not, with the first date of its rows and how many of them wait for it. Both kinds are measured by
 * the same date, because the reference has none for the parents that it lacks; where no date of a
 * row can be read, it is the day on which the row was first seen.
 */
export function recencyViewSql(domain: Domain): string | undefined {
  const { declaration } = domain
  const dataset = domain.datasets.find((d) => d.name === declaration?.dataset)
  const recency = declaration?.recency
  if (!dataset || !recency) return undefined
  const plan = planDataset(domain, dataset, postgres)
  const reference = plan.references.find((r) => r.reference.name === recency.reference)
  const own = reference?.own ?? []
  const raw = (name: string) => {
    const column = dataset.columns[name]
    return column?.from ? castSql(column, `p.raw->>${lit(column.from)}`) : 'NULL'
  }
  const parent = (value: (name: string) => string) =>
    `concat_ws(' / ', ${own.map((c) => `(${value(c)})::text`).join(', ')})`
  return `CREATE OR REPLACE VIEW gold.${id(recency.view)} AS
    SELECT k.titulaire, min(k.date) AS premiere_date, count(*)::integer AS lignes,
      (count(*) FILTER (WHERE k.retenue))::integer AS lignes_en_quarantaine
    FROM (
      SELECT ${parent((c) => `s.${id(c)}`)} AS titulaire, s.${id(recency.since)} AS date, false AS retenue
      FROM ${silverTable(dataset.name)} s
      UNION ALL
      SELECT ${parent(raw)}, coalesce(${raw(recency.since)}, (q.first_seen AT TIME ZONE 'UTC')::date),
        coalesce(${unmetSql('r.state')}, false)
      FROM quality.quarantine q
      LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
      LEFT JOIN quality.quarantine_ref r ON r.quarantine_id = q.id AND r.ref = ${lit(recency.reference)}
      WHERE q.dataset = ${lit(dataset.name)} AND ${live('q')}
    ) k WHERE k.titulaire <> '' GROUP BY k.titulaire`
}
