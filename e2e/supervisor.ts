import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Started {
  process: ChildProcess
  address: string
  /** Its data folder. */
  folder: string
  /** Standard output and error so far. */
  output(): string
  /** Exit code or signal. */
  ended: Promise<number | string | null>
  /** Command lines of all that runs for it: itself, Next, the keeper, PostgreSQL. */
  running(): string[]
  cleanUp(): void
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** `npm start` without demo data, in a data folder of its own; resolves when it says so or ends. */
export async function startLazaret(env: Record<string, string> = {}): Promise<Started> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lazaret-e2e-'))
  chmodSync(folder, 0o711)
  const port = env.PORT ?? String(await freePort())
  const settings = { DATABASE_URL: '', LAZARET_DATA: folder, LAZARET_DEMO: 'off', PORT: port }
  const marked = { ...process.env, ...settings, ...env, LAZARET_E2E_MARK: folder }
  const child = spawn('npm', ['start'], { env: marked, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
        if (output.includes('Lazaret is ready')) resolve()
      })
    }
  })
  await Promise.race([ready, ended])
  return {
    process: child,
    address: `http://127.0.0.1:${port}`,
    folder,
    output: () => output,
    ended,
    running: () => processesOf(folder),
    cleanUp: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The command line on the database of a started app. @throws Error with its output. */
export async function runPipeline({ folder }: Started, ...args: string[]): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'pipeline/tools/cli/main.ts', ...args],
    {
      env: { ...process.env, DATABASE_URL: '', LAZARET_DATA: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${output}`)
  return output
}

export const PASSWORD = 'correct-horse'

/** As the manual says: the first account is made from the terminal. */
export const createAccount = (started: Started, role: string): Promise<string> =>
  runPipeline(
    started,
    ...['account', 'create', '--role', role, '--email', 'ada@example.org', '--name', 'Ada'],
    ...['--password', PASSWORD],
  )

/**
 * Asks an app to end as a terminal and a service manager do: npm and what it runs. To npm alone
 * would not do everywhere: that of Node 20.9 keeps a SIGTERM to itself.
 */
export function askToEnd(started: Started, signal: 'SIGTERM' | 'SIGINT'): void {
  const supervisor = pidOf(started, 'pipeline/service/start/main.ts')
  started.process.kill(signal)
  process.kill(supervisor, signal)
}

/** Process id of what runs for an app. */
export const pidOf = ({ running }: Started, what: string): number =>
  Number.parseInt(running().find((line) => line.includes(what)) ?? '', 10)

/** Processes that have the folder in their environment or on their command line. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
      return command && (command + environment).includes(folder) ? [`${pid} ${command}`] : []
    } catch {
      return []
    }
  })
}
