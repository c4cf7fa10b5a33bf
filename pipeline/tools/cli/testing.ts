/** Commands as they are typed: child processes, with their output and exit code. */
import { spawn } from 'node:child_process'
import { expect } from 'vitest'
import { projectRoot } from '@/lib/shared/env'

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
  /** The one object on standard output. @throws where it is not one. */
  json<T = unknown>(): T
}

/** Runs `npm run pipeline -- <args>`, without npm. */
export function pipeline(
  args: readonly string[],
  env: Record<string, string | undefined> = {},
): Promise<Outcome> & { pid: number | undefined } {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'pipeline/tools/cli/main.ts', ...args],
    {
      cwd: projectRoot,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => {
      texts[name] += text
    })
  }
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...texts, json: () => JSON.parse(texts.stdout) }))
  })
  return Object.assign(ended, { pid: child.pid })
}

/** Several commands at once, as many as there is sense in. */
export async function together<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const queue = [...items.entries()]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      results[next[0]] = await work(next[1])
  }
  await Promise.all([worker(), worker(), worker()])
  return results
}

/** Exactly one line that says what is wrong, and nothing that looks like a crash. */
export function expectOneError({ stderr }: Outcome, pattern: RegExp): void {
  const errors = stderr.split('\n').filter((line) => line.startsWith('error:'))
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatch(pattern)
  expect(stderr).not.toMatch(/^\s+at |undefined|\[object/m)
}
