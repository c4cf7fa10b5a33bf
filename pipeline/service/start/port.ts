import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '@/lib/shared/errors'

/**
 * Looks before anything is started: a probe of a taken port would be answered by whoever has it.
 * @throws UsageError when the address cannot be had.
 */
export async function checkPortIsFree(port: number, host: string): Promise<void> {
  const server = createServer()
  const problem = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve)
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
  if (!problem) return
  if (problem.code === 'EADDRINUSE') {
    const hint = `Stop what listens there, or choose another: PORT=${port + 1} npm start`
    throw new UsageError(`Port ${port} is already in use`, hint)
  }
  throw new UsageError(`Cannot listen on ${host}:${port} (${problem.message})`, 'Set HOST or PORT')
}

/** Resolves once the app answers a request for a small static file; never rejects. */
export async function untilAnswers(address: string, stillWanted: () => boolean): Promise<void> {
  while (stillWanted()) {
    try {
      const response = await fetch(`${address}/icon.svg`, { signal: AbortSignal.timeout(5000) })
      await response.arrayBuffer()
      return
    } catch {
      await sleep(50)
    }
  }
}
