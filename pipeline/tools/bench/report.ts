/** The figures beside the aims. */
import { table } from '@/pipeline/tools/cli/output'
import type { Aim, BenchReport, Figure, StepName } from './types'

const MOST_COPIES = 5
const MOST_GROWTH = 1.3
const MOST_MB = 400
const MOST_GOLD = 0.15

const of = (figures: readonly Figure[], step: StepName) => figures.filter((f) => f.step === step)

/** Cost per row of the largest size, in that of the smallest. */
export function growthOf(figures: readonly Figure[]): BenchReport['growth'] {
  const growth: BenchReport['growth'] = {}
  for (const step of ['copy', 'first', 'second', 'delta'] as const) {
    const sizes = of(figures, step)
    const [small, large] = [sizes[0], sizes.at(-1)]
    if (small && large && small !== large) {
      growth[step] = large.microsecondsPerRow / small.microsecondsPerRow
    }
  }
  return growth
}

/** The aims of the project, with what was found. */
export function aimsOf(figures: readonly Figure[]): Aim[] {
  const most = (what: string, aim: number, found: number): Aim => ({
    what,
    aim,
    found,
    ok: found <= aim,
  })
  const aims = of(figures, 'first').map((f) =>
    most(`first run at ${f.scale} x, in bare COPY`, MOST_COPIES, f.toCopy),
  )
  for (const f of of(figures, 'first')) {
    aims.push(most(`Gold at ${f.scale} x, share of the first run`, MOST_GOLD, f.goldShare))
  }
  const growth = growthOf(figures).first
  if (growth !== undefined)
    aims.push(most('first run per row, large against small', MOST_GROWTH, growth))
  const runs = figures.filter((f) => f.step !== 'copy')
  aims.push(most('peak memory of Node, MB', MOST_MB, Math.max(...runs.map((f) => f.peakMb))))
  return aims
}

/** Noise: how far the repetitions lie apart. */
function spread(samples: readonly number[]): string {
  if (samples.length < 2) return ''
  return `${Math.min(...samples).toFixed(2)}–${Math.max(...samples).toFixed(2)}`
}

export function printReport(report: BenchReport): void {
  const rows = report.figures.map((f) => [
    `${f.scale} x`,
    f.step,
    f.rows,
    f.seconds.toFixed(2),
    spread(f.samples),
    f.rowsPerSecond,
    f.microsecondsPerRow.toFixed(1),
    f.toCopy.toFixed(2),
    f.goldShare > 0 ? `${(f.goldShare * 100).toFixed(1)} %` : '',
    f.peakMb,
    Object.entries(f.phases)
      .map(([phase, seconds]) => `${phase} ${seconds.toFixed(1)}`)
      .join(', '),
  ])
  const head = [
    'size',
    'step',
    'rows',
    'seconds',
    'min–max',
    'rows/s',
    'µs/row',
    '× COPY',
    'Gold',
    'MB',
    'phases',
  ]
  const growth = Object.entries(report.growth).map(([step, n]) => `${step} ${n.toFixed(2)}`)
  const aims = report.aims.map((a) => [
    a.ok ? 'holds' : 'MISSED',
    a.what,
    `${Number(a.found.toFixed(2))}`,
    `≤ ${a.aim}`,
  ])
  const parts = [
    `${report.server}, Node ${report.node}, ${report.processors} processors`,
    table(head, rows),
    ...(growth.length > 0 ? [`cost per row, large against small: ${growth.join(', ')}`] : []),
    table(['aim', '', 'found', 'wanted'], aims),
  ]
  process.stdout.write(`${parts.join('\n\n')}\n`)
}
