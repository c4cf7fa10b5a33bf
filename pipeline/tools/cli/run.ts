import { rebuildDomain } from '@/pipeline/operations/rebuild/rebuild'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { refusedBeforeRun } from '@/pipeline/operations/run/report'
import type { RunError, RunReport } from '@/pipeline/operations/run/types'
import { openPrepared } from '@/pipeline/service/start/prepare'
import { jsonOf, reportError } from './failure'
import { calendarDate, domainNamed, instant, oneOf } from './options'
import { log, print, printJson, progressLine, table } from './output'

export interface RunFlags {
  input: string
  mode?: string
  asOf?: string
  keyDate?: string
  dryRun?: boolean
  acceptShrink?: boolean
  acceptSequence?: boolean
  wait?: boolean
  json?: boolean
}

/** `run <domain>`: one delivery. @returns the exit code. */
export async function runCommand(name: string, flags: RunFlags): Promise<number> {
  return reported(
    name,
    flags,
    async (url, progress) => {
      const domain = domainNamed(name)
      return runDelivery(url, {
        domain,
        input: flags.input,
        mode: flags.mode === undefined ? undefined : oneOf('--mode', flags.mode, ['full', 'delta']),
        asOf: flags.asOf === undefined ? undefined : instant('--as-of', flags.asOf),
        keyDate:
          flags.keyDate === undefined ? undefined : calendarDate('--key-date', flags.keyDate),
        dryRun: flags.dryRun,
        acceptShrink: flags.acceptShrink,
        acceptSequence: flags.acceptSequence,
        wait: flags.wait,
        onProgress: progress.show,
        onNote: (note) => {
          progress.end()
          log(`note: ${note}`)
        },
      })
    },
    () => {
      domainNamed(name)
      if (flags.mode !== undefined) oneOf('--mode', flags.mode, ['full', 'delta'])
      if (flags.asOf !== undefined) instant('--as-of', flags.asOf)
      if (flags.keyDate !== undefined) calendarDate('--key-date', flags.keyDate)
    },
  )
}

/** `rebuild <domain>`: judge everything since the last full delivery again. */
export async function rebuildCommand(
  name: string,
  flags: Pick<RunFlags, 'acceptShrink' | 'dryRun' | 'json' | 'keyDate' | 'wait'>,
): Promise<number> {
  return reported(
    name,
    flags,
    async (url, progress) =>
      rebuildDomain(url, {
        domain: domainNamed(name),
        keyDate:
          flags.keyDate === undefined ? undefined : calendarDate('--key-date', flags.keyDate),
        acceptShrink: flags.acceptShrink,
        dryRun: flags.dryRun,
        wait: flags.wait,
        onProgress: progress.show,
        onNote: (note) => log(`note: ${note}`),
      }),
    () => {
      domainNamed(name)
      if (flags.keyDate !== undefined) calendarDate('--key-date', flags.keyDate)
    },
  )
}

/** Runs, prints one report or one error, and gives the exit code. */
async function reported(
  name: string,
  flags: { json?: boolean },
  work: (url: string, progress: ReturnType<typeof progressLine>) => Promise<RunReport>,
  validate: () => void,
): Promise<number> {
  const progress = progressLine(flags.json === true && process.stderr.isTTY !== true)
  try {
    validate()
    const database = await openPrepared()
    try {
      const report = await work(database.url, progress)
      progress.end()
      if (flags.json) printJson(jsonOf(report))
      else printReport(report)
      if (report.error) log(`error: ${sentenceOf(report.error)}`)
      return report.exitCode
    } finally {
      await database.close()
    }
  } catch (error) {
    progress.end()
    return reportError(error, flags.json, jsonOf(refusedBeforeRun(name, error)))
  }
}

const sentenceOf = ({ message, hint }: RunError) => `${message}${hint ? `. ${hint}` : ''}`

/** How many rows of Gold were written, in words. */
function changedBy(refreshed: NonNullable<RunReport['gold']>['refreshed']): string {
  const n = Object.values(refreshed).reduce((sum, c) => sum + c.inserted + c.updated + c.deleted, 0)
  return n === 0 ? ': nothing changed' : `: ${n} rows written, changed or removed`
}

function printReport(report: RunReport): void {
  const rows = Object.entries(report.datasets).map(([name, d]) => [
    name,
    d.received,
    d.silver,
    d.quarantined,
    d.duplicates,
    d.flagged,
    d.entered,
    d.withheld,
    d.withdrawn,
  ])
  if (rows.length > 0) {
    print(
      table(
        [
          'dataset',
          'received',
          'silver',
          'quarantined',
          'duplicates',
          'flagged',
          'entered',
          'withheld',
          'withdrawn',
        ],
        rows,
      ),
    )
    const rules = Object.entries(report.datasets).flatMap(([name, d]) =>
      Object.entries(d.rules).map(([code, n]) => [code, name, n]),
    )
    if (rules.length > 0) print(`\n${table(['set aside by', 'dataset', 'rows'], rules)}`)
    if (report.gold)
      print(`\nGold against ${report.gold.key_date}${changedBy(report.gold.refreshed)}`)
    const held = report.checks.filter((c) => c.ok).length
    print(`\n${held} of ${report.checks.length} checks hold`)
    for (const c of report.checks.filter((c) => !c.ok)) {
      print(`  ${c.name}: expected ${c.expected}, found ${c.found}`)
      for (const key of (c.sample ?? []).slice(0, 5)) print(`    ${key}`)
    }
  }
  const what = {
    committed: `run ${report.run} committed`,
    repeated: `nothing was changed: the same files are committed as run ${report.run}`,
    dry_run: 'dry run: nothing was written',
    refused: `run ${report.run ?? '(dry)'} refused`,
    failed: `run ${report.run ?? '(dry)'} failed, nothing was changed`,
  }[report.status]
  print(`${report.domain}, ${report.mode}, ${report.as_of}: ${what} in ${report.seconds} s`)
}
