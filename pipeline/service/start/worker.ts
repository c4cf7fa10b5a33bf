import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Children } from './children'

/** Longest pause before a worker that keeps ending is started again. */
const LONGEST_PAUSE = 30_000

/**
 * Keeps one worker running beside the app until the children are stopped. It may come and go
 * without the app: what it had begun, the next one goes on with.
 */
export function keepWorker(children: Children, log: (line: string) => void): void {
  const keep = async () => {
    for (let pause = 1000; !children.stopping; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const begun = Date.now()
      const { child } = children.start(['--import', 'tsx', 'pipeline/service/worker/main.ts'], true)
      const [code, signal] = await once(child, 'exit')
      if (children.stopping) return
      if (Date.now() - begun > LONGEST_PAUSE) pause = 1000
      log(`The worker ended (${signal ?? `exit code ${code}`}); again in ${pause / 1000} s`)
      await sleep(pause, undefined, { ref: false })
    }
  }
  keep().catch((error) => log(`The worker cannot be started: ${error.message}`))
}
