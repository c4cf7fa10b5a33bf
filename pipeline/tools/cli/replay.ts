import { UsageError } from '@/lib/shared/errors'
import { requestReplay } from '@/lib/shared/replay/request'
import type { RowFilter } from '@/lib/shared/scope'
import { rulesOf } from '@/pipeline/engine/define/rules'
import type { Domain } from '@/pipeline/engine/define/schema'
import { executeReplay } from '@/pipeline/operations/replay/execute'
import { type ReplayReport, replayReport } from '@/pipeline/operations/replay/report'
import { runErrorOf } from '@/pipeline/operations/run/record'
import { withPrepared } from './database'
import { reportError } from './failure'
import { domainNamed, instant, whole } from './options'
import { log, print, printJson, table } from './output'

export interface ReplayFlags {
  rule?: string
  dataset?: string
  limit?: string
  dryRun?: boolean
  asOf?: string
  json?: boolean
}

/** `replay <domain>`: judges open rows again. @returns 0 done, 3 a check failed, 1 otherwise. */
export async function replayCommand(name: string, flags: ReplayFlags): Promise<number> {
  try {
    const domain = domainNamed(name)
    const filter = filterOf(domain, flags)
    const limit = flags.limit === undefined ? undefined : whole('--limit', flags.limit, 1)
    const asOf = flags.asOf === undefined ? undefined : instant('--as-of', flags.asOf)
    return await withPrepared(async (db, { url }) => {
      const asked = await db.transaction((tx) =>
        requestReplay(tx, {
          domain: name,
          scope: { filter, limit },
          kind: flags.dryRun ? 'preview' : 'replay',
          actor: 'terminal',
          asOf: asOf?.toISOString(),
        }),
      )
      const failure = await executeReplay(url, domain, asked.id, { onNote: log }).then(
        () => undefined,
        (error: unknown) => error,
      )
      const report = await replayReport(db, asked.id)
      if (failure !== undefined) return reportError(failure, flags.json, report)
      if (flags.json) printJson(report)
      else printReplay(report)
      return 0
    })
  } catch (error) {
    return reportError(error, flags.json, { replay: null, error: runErrorOf(error) })
  }
}

function filterOf(domain: Domain, flags: ReplayFlags): RowFilter {
  const { dataset, rule } = flags
  if (dataset !== undefined && !domain.datasets.some((d) => d.name === dataset)) {
    throw new UsageError(
      `${domain.name} has no dataset "${dataset}"`,
      `Known: ${domain.datasets.map((d) => d.name).join(', ')}`,
    )
  }
  const codes = domain.datasets.flatMap((d) => rulesOf(d).map((r) => r.code))
  if (rule !== undefined && !codes.includes(rule)) {
    throw new UsageError(`${domain.name} has no rule "${rule}"`, 'See: npm run pipeline -- status')
  }
  return { dataset, rule }
}

function printReplay(report: ReplayReport): void {
  const rows = Object.entries(report.by_rule).map(([rule, n]) => [
    rule,
    n.settled,
    n.still_failing,
    n.skipped,
  ])
  if (rows.length > 0) print(`${table(['rule', 'settled', 'still failing', 'skipped'], rows)}\n`)
  for (const [rule, n] of Object.entries(report.next_blockers)) print(`${n} now fail ${rule}`)
  const what = report.kind === 'preview' ? 'would be' : 'were'
  const { total, settled, still_failing, skipped, cascaded } = report
  if (total === 0) print('no open row matches')
  else {
    print(
      `replay ${report.replay}: of ${total} rows (${cascaded} waiting children) ${settled} ${what} settled, ${still_failing} still fail, ${skipped} skipped`,
    )
    if (settled === 0 && still_failing > 0)
      print('nothing was settled: what these rows fail has not changed')
    if (settled === 0 && still_failing === 0)
      print('nothing was left to settle: others were faster, or the rows are closed')
  }
}
