import type { AlertFigures } from './sentence'

/** Where an alert leads: what it is about, besides its figures. */
export interface AlertPlace extends AlertFigures {
  dataset: string | null
  rule: string | null
}

/**
 * The page with what is behind an alert, as a path with its filter: the rows of a rule that are
 * over the limit, came in that day or belong to the cause; else the run, or the runs.
 */
export function alertPath({ kind, level, dataset, rule, detail }: AlertPlace): string {
  if (dataset && rule) {
    const page = `/rules/${encodeURIComponent(dataset)}/${encodeURIComponent(rule)}`
    const limit = detail[level === 'critical' ? 'critical_days' : 'warn_days']
    const filter = {
      minAge: kind === 'age' ? limit : undefined,
      day: kind === 'surge' ? detail.day : undefined,
      cause: kind === 'claim_refuted' ? detail.cause : undefined,
    }
    const query = Object.entries(filter).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`],
    )
    return query.length > 0 ? `${page}?${query.join('&')}` : page
  }
  if (kind === 'ledger_broken') return '/alerts'
  return typeof detail.run === 'number' ? `/runs/${detail.run}` : '/runs'
}
