/** The real command in a process of its own, for tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '@/lib/shared/env'

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  /** Lines of standard error. */
  lines: string[]
}

export class RunningCommand {
  private readonly child: ChildProcess
  private text = ''
  readonly ended: Promise<Ended>

  /** @param input of a run of order-to-cash, or a whole command line. */
  constructor(url: string, input: string | readonly string[]) {
    const command = typeof input === 'string' ? ['run', 'order-to-cash', '--input', input] : input
    const args = ['--import', 'tsx', 'pipeline/tools/cli/main.ts', ...command]
    this.child = spawn(process.execPath, args, {
      cwd: projectRoot,
      env: { ...process.env, DATABASE_URL: url },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.child.stderr?.on('data', (chunk) => {
      this.text += chunk
    })
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) =>
        resolve({ code, signal, lines: this.text.split('\n').filter((l) => l !== '') }),
      )
    })
  }

  /** Waits for a step of the progress; false when the command ended before. */
  async reaches(step: string): Promise<boolean> {
    while (!this.text.includes(step)) {
      if (this.child.exitCode !== null || this.child.signalCode !== null) return false
      await sleep(2)
    }
    return true
  }

  kill(): void {
    this.child.kill('SIGKILL')
  }
}
