import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import * as util from 'node:util'
import { LazaretError } from '@/lib/shared/errors'
import { readImports, sourceFiles } from './imports'
import { brokenRooms, folderCycles, serverInBrowser } from './rooms'

/** How one look at the project ended. */
export interface StepResult {
  readonly name: string
  readonly ok: boolean
  /** What is wrong, or why nothing was looked at; empty when all is well. */
  readonly output: string
  readonly seconds: number
}

export interface Step {
  readonly name: string
  /** @throws Error with what is wrong */
  run(): Promise<string | undefined>
}

/** Every domain loads, and fits the schema of the database. Reported in one line. */
export const declarations: Step = {
  name: 'declarations',
  async run() {
    try {
      await import('@/pipeline/domains')
    } catch (error) {
      if (error instanceof LazaretError) throw error
      throw new Error(`A declaration does not load: ${String(error).split('\n')[0]}`)
    }
    return undefined
  },
}

/** What may import what, and no cycle between folders. */
export const rooms: Step = {
  name: 'imports',
  async run() {
    const graph = readImports(sourceFiles())
    if (graph.imports.length === 0) throw new Error('No import was found: run it in the project')
    const wrong = [...brokenRooms(graph), ...serverInBrowser(graph), ...folderCycles(graph)]
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
    return undefined
  },
}

/** Files, exports and packages that nothing uses. */
export const unused: Step = {
  name: 'unused code',
  async run() {
    // knip is written for Node 20.19. The project itself runs on 20.9.
    if (!('styleText' in util)) return `skipped: knip needs Node 20.19, this is ${process.version}`
    return await tool('knip', ['--no-progress', '--no-config-hints'])
  },
}

export const types: Step = {
  name: 'types',
  run: () => tool('npm', ['run', '-s', 'types']),
}

export const lint: Step = { name: 'lint', run: () => tool('biome', ['check']) }

export const unitTests: Step = {
  name: 'unit tests',
  run: () => tool('vitest', ['run', '--project', 'unit', '--reporter=dot']),
}

/** Runs a step; never throws. */
export async function runStep({ name, run }: Step): Promise<StepResult> {
  const start = performance.now()
  let ok = true
  let output: string | undefined
  try {
    output = await run()
  } catch (error) {
    ok = false
    output = (error as Error).message
  }
  return { name, ok, output: output ?? '', seconds: (performance.now() - start) / 1000 }
}

/**
 * Runs a program of node_modules, or npm.
 *
 * @throws Error with all that it printed when it does not end with 0
 */
async function tool(name: string, args: readonly string[]): Promise<undefined> {
  const program = name === 'npm' ? name : path.join('node_modules/.bin', name)
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(printed.trim() || `${name} ended with ${code}`)
  return undefined
}
