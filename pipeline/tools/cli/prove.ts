import { UsageError } from '@/lib/shared/errors'
import { proveDomain } from '@/pipeline/operations/prove/prove'
import type { ProofReport, ProofSource, RuleProof } from '@/pipeline/operations/prove/types'
import { exitCodeOf } from '@/pipeline/operations/prove/verdict'
import { runErrorOf } from '@/pipeline/operations/run/record'
import { openPrepared } from '@/pipeline/service/start/prepare'
import { generatedDelivery } from '@/pipeline/tools/generate/proof-delivery'
import { reportError } from './failure'
import { domainNamed, whole } from './options'
import { log, print, printJson, progressLine, table } from './output'

export interface ProveFlags {
  input?: string
  generated?: boolean
  seed?: string
  json?: boolean
}

/**
 * `prove <domain>`: each rule switched off in a sandbox.
 * @returns 0 when every rule is guarded or named with the reason, 3 when something got through
 *   unseen, 1 otherwise.
 */
export async function proveCommand(name: string, flags: ProveFlags): Promise<number> {
  const progress = progressLine(flags.json === true && process.stderr.isTTY !== true)
  try {
    const domain = domainNamed(name)
    const seed = flags.seed === undefined ? undefined : whole('--seed', flags.seed, 0)
    if (flags.input !== undefined && (flags.generated || seed !== undefined)) {
      throw new UsageError('--input is a delivery of its own; --generated and --seed make one')
    }
    const database = await openPrepared()
    try {
      const report = await proveDomain(database.url, {
        domain,
        generate: generatedDelivery,
        input: flags.input,
        generated: flags.generated || seed !== undefined,
        seed,
        onProgress: progress.show,
        onNote: (note) => {
          progress.end()
          log(`note: ${note}`)
        },
      })
      progress.end()
      if (flags.json) printJson(report)
      else printProof(report)
      return exitCodeOf(report.summary)
    } finally {
      await database.close()
    }
  } catch (error) {
    progress.end()
    reportError(error, flags.json, { proof: null, domain: name, error: runErrorOf(error) })
    return 1
  }
}

const WORDS: Record<RuleProof['verdict'], string> = {
  guarded: 'guarded',
  unguarded: 'UNGUARDED',
  masked: 'masked',
  not_exercised: 'not exercised',
  cannot: 'cannot fail',
}

function printProof(report: ProofReport): void {
  const rows = report.rules.map((r) => [
    r.rule,
    WORDS[r.verdict],
    r.held,
    r.through,
    r.caught,
    explained(r),
  ])
  print(table(['rule switched off', 'verdict', 'held', 'through', 'caught', 'by'], rows))
  const { summary } = report
  const tried = report.rules.filter((r) => r.through > 0)
  const balanced = tried.filter((r) => r.balanced).length
  print(`\nThe delivery: ${sourceInWords(report.source)}.`)
  if (tried.length > 0) {
    print(`With rows let through, the balance still held for ${balanced} of ${tried.length} rules.`)
  }
  print(
    `${report.domain}: of ${summary.rules} rules ${summary.guarded} are guarded, ${summary.unguarded} unguarded, ${summary.masked} masked by others, ${summary.not_exercised} not exercised by this delivery, ${summary.cannot} cannot fail (${report.seconds} s, nothing was changed)`,
  )
}

/** What caught the rows, or why there is nothing to catch. */
function explained({ guard, guards, verdict, held_by, reason }: RuleProof): string {
  if (verdict === 'masked') return `still held by ${Object.keys(held_by ?? {}).join(', ')}`
  if (verdict === 'not_exercised') return 'no row of this delivery fails it'
  const more = guards.length > 1 ? ` and ${guards.length - 1} more` : ''
  return [guard ? `${guard}${more}` : 'nothing', reason]
    .filter((part, i) => part !== undefined && !(i === 0 && verdict === 'cannot'))
    .join(': ')
}

function sourceInWords(source: ProofSource): string {
  if (source.kind === 'folder') return `${source.rows} rows of the folder ${source.delivery}`
  if (source.kind === 'generated') {
    return `${source.rows} generated rows (${source.preset ? `preset ${source.preset}, ` : ''}seed ${source.seed}, scale ${source.scale})`
  }
  const runs = source.runs.map(({ run, delivery }) => `${run}${delivery ? ` (${delivery})` : ''}`)
  return `${source.rows} rows as they lie in Bronze since run ${runs.join(', ')}`
}
