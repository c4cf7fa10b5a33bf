import { LazaretError, UsageError } from '@/lib/errors'
import { requestReplay } from '@/lib/replay/request'
import type { RowFilter } from '@/lib/scope'
import { rulesOf } from '../declare/rules'
import type { Domain } from '../declare/schema'
import { Db } from '../judge/db'
import { executeReplay } from '../replay/execute'
import { type ReplayReport, replayReport } from '../replay/report'
import { openPrepared } from '../run/prepare'
import { runErrorOf } from '../run/record'
import { domainNamed, instant, whole } from './options'
import { log, logError, print, printJson, table } from './output'

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
    const database = await openPrepared()
    try {
      const db = await Db.open(database.url)
      try {
        await db.exec('BEGIN')
        const asked = await requestReplay((sql, values) => db.rows(sql, values), {
          domain: name,
          scope: { filter, limit },
          kind: flags.dryRun ? 'preview' : 'replay',
          actor: 'terminal',
          asOf: asOf?.toISOString(),
        })
        await db.exec('COMMIT')
        const failure = await executeReplay(database.url, domain, asked.id, { onNote: log }).then(
          () => undefined,
          (error: unknown) => error,
        )
        const report = await replayReport(db, asked.id)
        if (flags.json) printJson(report)
        else printReplay(report)
        if (failure === undefined) return 0
        logError(failure)
        return failure instanceof LazaretError ? failure.exitCode : 1
      } finally {
        await db.close()
      }
    } finally {
      await database.close()
    }
  } catch (error) {
    if (flags.json) printJson({ replay: null, error: runErrorOf(error) })
    logError(error)
    return 1
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
    if (settled === 0)
      print('nothing was settled: no reference that these rows wait for has changed')
  }
}
