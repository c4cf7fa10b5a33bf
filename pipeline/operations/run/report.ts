import { LazaretError } from '@/lib/shared/errors'
import type { Refreshed } from '@/pipeline/engine/gold/refresh'
import type { Evaluation } from './evaluate'
import type { LoadedFile } from './loaded'
import { type RunRow, runErrorOf } from './record'
import type { DatasetReport, RunReport } from './types'

interface Ingredients {
  row: RunRow
  dryRun: boolean
  files: readonly LoadedFile[]
  evaluation: Evaluation | undefined
  gold: Refreshed | undefined
  notes: readonly string[]
  timings: Record<string, number>
  seconds: number
  failure: Pick<RunReport, 'status' | 'error' | 'exitCode'> | undefined
}

/** The one object that a run comes to, whatever happened. */
export function reportOf(from: Ingredients): RunReport {
  const { row, evaluation, failure } = from
  const sources: RunReport['sources'] = {}
  for (const { source, extract } of from.files) {
    sources[source] ??= { received: 0, malformed: 0 }
    const sum = sources[source]
    sum.received += extract.received
    sum.malformed += extract.malformed
  }
  const datasets: Record<string, DatasetReport> = {}
  for (const { dataset, counts, work } of evaluation?.datasets ?? []) {
    const { malformed: _, ...counted } = counts
    const { entered, withheld, withdrawn, rewritten } = work.moves
    datasets[dataset.name] = { ...counted, entered, withheld, withdrawn, rewritten }
  }
  return {
    run: from.dryRun ? null : row.id,
    domain: row.domain,
    mode: row.mode,
    status: from.dryRun ? 'dry_run' : 'committed',
    as_of: row.at,
    delivery: row.delivery,
    sources,
    datasets,
    checks: (evaluation?.checks ?? []).map(({ dataset: _, ...check }) => check),
    ...(from.gold ? { gold: { key_date: from.gold.keyDate, refreshed: from.gold.changes } } : {}),
    notes: [...from.notes],
    timings: from.timings,
    seconds: from.seconds,
    exitCode: 0,
    ...failure,
  }
}

/** The report of a command that did not come as far as a run. */
export function refusedBeforeRun(domain: string, error: unknown): RunReport {
  const exitCode = error instanceof LazaretError ? error.exitCode : 1
  return {
    run: null,
    domain,
    mode: 'full',
    status: exitCode === 2 ? 'refused' : 'failed',
    as_of: new Date().toISOString(),
    delivery: null,
    sources: {},
    datasets: {},
    checks: [],
    notes: [],
    error: runErrorOf(error),
    timings: {},
    seconds: 0,
    exitCode,
  }
}
