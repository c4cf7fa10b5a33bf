import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Resolves when this process is asked to end: by a signal, or because the `npm` that started it
 * is gone without having passed one on (killed with -9). Asked again by somebody impatient, it ends
 * at once; the kernel and the database's keeper then clean up.
 * @returns why: the signal's name, or that npm is gone.
 */
export function stopRequested(): Promise<string> {
  return new Promise((resolve) => {
    let asked: number | undefined
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        // The same wish often comes twice: to the whole process group, and passed on by npm.
        if (asked !== undefined && Date.now() - asked > 1000) process.exit(1)
        asked ??= Date.now()
        resolve(signal)
      })
    }
    if (process.env.npm_lifecycle_event) {
      void orphaned().then(() => resolve('the npm that started it is gone'))
    }
  })
}

async function orphaned(): Promise<void> {
  const parent = process.ppid
  while (process.ppid === parent) await sleep(1000, undefined, { ref: false })
}
