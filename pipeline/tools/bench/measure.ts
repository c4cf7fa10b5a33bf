/** The repetitions of one size, and the figures they come to. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BenchServer, settle } from './server'
import type { Figure, Step, StepName, StepResult } from './types'

const child = promisify(execFile)
const STEP = fileURLToPath(new URL('./step.ts', import.meta.url))

export interface Inputs {
  full: string
  delta: string
}

export type Samples = Record<StepName, StepResult[]>

/** Measures one step in a process of its own. */
async function measure(url: string, step: Step): Promise<StepResult> {
  await settle(url)
  const args = ['--import', 'tsx', STEP, url, JSON.stringify(step)]
  const { stdout } = await child(process.execPath, args, { maxBuffer: 1 << 24 })
  return JSON.parse(stdout) as StepResult
}

/** All four steps, so many times, each time in databases of their own. */
export async function measureSize(
  server: BenchServer,
  { full, delta }: Inputs,
  repetitions: number,
  tell: (what: string, result: StepResult) => void,
): Promise<Samples> {
  const samples: Samples = { copy: [], first: [], second: [], delta: [] }
  for (let n = 1; n <= repetitions; n++) {
    const take = async (name: StepName, url: string, step: Step) => {
      const result = await measure(url, step)
      samples[name].push(result)
      tell(`${name} ${n} of ${repetitions}`, result)
    }
    const day = (d: number) => `2026-07-0${d}T05:00:00Z`
    const bare = await server.create(false)
    await take('copy', bare, { kind: 'copy', input: full, mode: 'full', asOf: day(1) })
    await server.drop(bare)
    const url = await server.create(true)
    await take('first', url, { kind: 'run', input: full, mode: 'full', asOf: day(1) })
    await take('second', url, { kind: 'run', input: full, mode: 'full', asOf: day(2) })
    await take('delta', url, { kind: 'run', input: delta, mode: 'delta', asOf: day(3) })
    await server.drop(url)
  }
  return samples
}

export const inputsIn = (folder: string, scale: number): Inputs => ({
  full: join(folder, `${scale}`, 'full'),
  delta: join(folder, `${scale}`, 'delta'),
})

const median = (list: readonly number[]): number => {
  const sorted = list.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length % 2 === 1) return sorted[middle] ?? 0
  return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** What the repetitions of a size come to. */
export function figuresOf(scale: number, samples: Samples): Figure[] {
  return (Object.entries(samples) as [StepName, StepResult[]][]).map(([step, results]) => {
    const seconds = median(results.map((r) => r.seconds))
    const rows = results[0]?.rows ?? 0
    // Each against the bare COPY taken just before it: what slows the machine slows both.
    const ratios = results.map((r, i) => r.seconds / (samples.copy[i]?.seconds ?? 1))
    const nearest = results.toSorted(
      (a, b) => Math.abs(a.seconds - seconds) - Math.abs(b.seconds - seconds),
    )[0]
    return {
      scale,
      step,
      rows,
      seconds,
      samples: results.map((r) => r.seconds),
      rowsPerSecond: Math.round(rows / seconds),
      microsecondsPerRow: (seconds / rows) * 1e6,
      peakMb: Math.max(...results.map((r) => r.peakMb)),
      phases: nearest?.phases ?? {},
      toCopy: median(ratios),
      goldShare: median(results.map((r) => (r.phases.gold ?? 0) / r.seconds)),
    }
  })
}
