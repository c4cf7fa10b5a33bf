import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { dieWithParent } from '@/lib/shared/db/embedded/account'
import { projectRoot } from '@/lib/shared/env'

/** How long a child may take to end after SIGTERM: open event streams drain first. */
const PATIENCE = 10_000

/**
 * The supervisor's child processes. Each is in a group of its own, so that Ctrl-C reaches the
 * supervisor alone, and the kernel ends each when the supervisor is killed (where setpriv is).
 */
export class Children {
  private running = new Set<ChildProcess>()
  private stopped = false

  constructor(private env: Record<string, string | undefined>) {}

  /** Children that are started from now on see these too. */
  use(env: Record<string, string>): void {
    this.env = { ...this.env, ...env }
  }

  /** No more children can be started. */
  get stopping(): boolean {
    return this.stopped
  }

  /**
   * Starts Node with these arguments in the checkout.
   * @param show whether its output goes to ours, or is kept for an error message
   * @returns the process, and what it wrote so far when not shown
   */
  start(
    args: string[],
    show: boolean,
    env: Record<string, string> = {},
  ): { child: ChildProcess; output(): string } {
    if (this.stopped) throw new Error('The supervisor is stopping')
    const [command = '', ...rest] = [...dieWithParent('TERM'), process.execPath, ...args]
    const child = spawn(command, rest, {
      cwd: projectRoot,
      env: { ...process.env, ...this.env, ...env } as NodeJS.ProcessEnv,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      detached: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output = (output + chunk).slice(-20_000)
      })
    }
    this.running.add(child)
    child.once('exit', () => this.running.delete(child))
    return { child, output: () => output }
  }

  /** Runs to the end. Throws with the last lines of its output when it fails. */
  async run(
    what: string,
    args: string[],
    options: { env?: Record<string, string>; show?: boolean } = {},
  ): Promise<void> {
    const { child, output } = this.start(args, options.show ?? false, options.env)
    const [code, signal] = await once(child, 'close')
    if (code === 0) return
    const tail = output().trim().split('\n').slice(-40).join('\n')
    throw new Error(`${what} failed (${signal ?? `exit code ${code}`}):\n${tail}`)
  }

  /** Ends all of them: politely, and after a while not. No more can be started. */
  async stop(): Promise<void> {
    this.stopped = true
    const all = [...this.running]
    const ended = Promise.all(all.map((child) => once(child, 'exit')))
    for (const child of all) child.kill('SIGTERM')
    await Promise.race([ended, sleep(PATIENCE, undefined, { ref: false })])
    for (const child of this.running) child.kill('SIGKILL')
  }
}
