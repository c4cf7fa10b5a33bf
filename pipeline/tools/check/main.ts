import {
  declarations,
  lint,
  rooms,
  runStep,
  type Step,
  type StepResult,
  types,
  unitTests,
  unused,
} from './steps'

/**
 * `npm run check`: everything that can be said about a change in seconds. A broken declaration is
 * reported first and alone, because types and tests would only repeat it. The rest runs at the same
 * time. `--static` leaves the unit tests out, for `npm test`, which runs them itself.
 */
async function main(args: readonly string[]): Promise<void> {
  const first = await runStep(declarations)
  report(first)
  if (!first.ok) return
  const steps: Step[] = [types, lint, unused, rooms]
  if (!args.includes('--static')) steps.unshift(unitTests)
  for (const running of steps.map(runStep)) report(await running)
}

function report({ name, ok, output, seconds }: StepResult): void {
  if (!ok) process.exitCode = 1
  const state = ok ? output || 'fine' : 'FAILED'
  console.log(`${name}: ${state} (${seconds.toFixed(1)} s)`)
  if (!ok) console.log(output)
}

await main(process.argv.slice(2))
