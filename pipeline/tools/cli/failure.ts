/** How a command says that it failed: one line for people and, with --json, one object. */
import type { CommanderError } from 'commander'
import { LazaretError, UsageError } from '@/lib/shared/errors'
import { runErrorOf } from '@/pipeline/operations/run/record'
import { refusedBeforeRun } from '@/pipeline/operations/run/report'
import type { RunReport } from '@/pipeline/operations/run/types'
import { logError, printJson } from './output'

/** Says it and gives the exit code. @param report what `--json` prints in the command's own shape. */
export function reportError(error: unknown, json: boolean | undefined, report?: object): number {
  if (json) printJson(report ?? { error: runErrorOf(error) })
  logError(error)
  return error instanceof LazaretError ? error.exitCode : 1
}

/** The same for what is wrong with the words of the command line, as commander found it. */
export function reportUsageError(error: CommanderError, args: readonly string[]): number {
  if (error.exitCode === 0) return 0
  // Without a command the help has been printed in its place.
  if (error.code === 'commander.help') return 1
  const usage = new UsageError(error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' '))
  const [command, domain = ''] = args
  const runs = command === 'run' || command === 'rebuild'
  const report = runs ? jsonOf(refusedBeforeRun(domain, usage)) : undefined
  return reportError(usage, args.includes('--json'), report)
}

/** A run's report as it is printed: the exit code is the process's. */
export const jsonOf = ({ exitCode: _, ...report }: RunReport) => report
