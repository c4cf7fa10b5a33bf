/**
 * `npm run bench`: what a run costs beside bare COPY, on the article's files and 20 times that; then
 * what replays cost beside a run, and what the screens read with a million open rows.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import { projectRoot } from '@/lib/shared/env'
import { describeError, UsageError } from '@/lib/shared/errors'
import { generateOrderToCash } from '@/pipeline/tools/generate/order-to-cash'
import { writeDelta } from './delta'
import { figuresOf, inputsIn, measureSize, type Samples } from './measure'
import { aimsOf, growthOf, printReport } from './report'
import { openBenchServer } from './server'
import type { BenchReport, StepResult } from './types'

interface Flags {
  scale: string
  repeat: string
  out?: string
  json?: boolean
  runsOnly?: boolean
}

const flags = new Command('bench')
  .description('measure bare COPY, a first run, a second run of the same delivery, and a 1 % delta')
  .option('--scale <a,b>', 'sizes, 1 is the article', '1,20')
  .option('--repeat <n>', 'repetitions of the smallest size; larger ones are measured once', '5')
  .option('--out <file>', 'where to write the JSON (default: bench-results/<time>.json)')
  .option('--json', 'print the JSON instead of the table')
  .option('--runs-only', 'leave replays and screens out')
  .addHelpText('after', '\nPROFILE=1 prints the slowest statements of each step.')
  .parse()
  .opts<Flags>()

const log = (text: string): void => void process.stderr.write(`${text}\n`)

function numbers(option: string, text: string, least: number): number[] {
  const list = text.split(',').map(Number)
  if (list.every((n) => Number.isFinite(n) && n >= least)) return list
  throw new UsageError(`${option} "${text}": numbers of at least ${least} are needed`)
}

function tellAbout(scale: number): (what: string, result: StepResult) => void {
  return (what, { seconds, peakMb, slow }) => {
    log(`${scale} x: ${what}: ${seconds.toFixed(2)} s, ${peakMb} MB`)
    for (const s of slow)
      log(`  ${s.ms.toFixed(0).padStart(7)} ms ${String(s.rows).padStart(8)}  ${s.sql}`)
  }
}

async function bench(): Promise<void> {
  const scales = numbers('--scale', flags.scale, 0.01).sort((a, b) => a - b)
  const [repeat = 1] = numbers('--repeat', flags.repeat, 1)
  const folder = mkdtempSync(join(tmpdir(), 'lazaret-bench-files-'))
  const close: (() => Promise<void>)[] = [
    async () => rmSync(folder, { recursive: true, force: true }),
  ]
  const cleanUp = async () => {
    for (const work of close.splice(0).toReversed()) await work()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
  }
  try {
    const server = await openBenchServer()
    close.push(() => server.close())
    const at = new Date().toISOString()
    const repetitions: Record<string, number> = {}
    const figures: BenchReport['figures'] = []
    for (const [i, scale] of scales.entries()) {
      const inputs = inputsIn(folder, scale)
      log(`${scale} x: making the files`)
      await generateOrderToCash({ out: inputs.full, preset: 'article', scale })
      await writeDelta(inputs.full, inputs.delta)
      const times = i === 0 ? repeat : 1
      repetitions[scale] = times
      const samples: Samples = await measureSize(server, inputs, times, tellAbout(scale))
      figures.push(...figuresOf(scale, samples))
      rmSync(join(folder, `${scale}`), { recursive: true })
    }
    const report: BenchReport = {
      at,
      server: server.version,
      node: process.version,
      processors: availableParallelism(),
      repetitions,
      figures,
      growth: growthOf(figures),
      aims: aimsOf(figures),
    }
    const out = flags.out ?? join(projectRoot, 'bench-results', `${at.replaceAll(':', '-')}.json`)
    mkdirSync(dirname(out), { recursive: true })
    writeFileSync(out, `${JSON.stringify(report, null, 2)}\n`)
    if (flags.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
    else printReport(report)
    log(`written to ${out}`)
  } finally {
    await cleanUp()
  }
}

/** The other benches are programs of their own, each with a fresh process and database. */
function alsoRun(script: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}

try {
  await bench()
  if (!flags.runsOnly) {
    alsoRun('pipeline/tools/bench/replay-main.ts', '0.5')
    alsoRun('e2e/bench/main.ts')
  }
} catch (error) {
  log(`error: ${describeError(error)}`)
  process.exitCode = 1
}
