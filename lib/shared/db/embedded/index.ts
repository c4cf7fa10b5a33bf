import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readSettings } from '@/lib/shared/env'
import { LazaretError } from '@/lib/shared/errors'
import { bareEnvironment, dieWithParent } from './account'
import { usableBinaries } from './binaries'
import { prepareCluster, readPassword, SERVER_ROLE } from './cluster'
import { explainFolderProblem, type Folders, prepareFolders } from './folders'
import { isAlive } from './identity.mjs'
import { serverSettings } from './settings'
import { tryTicket } from './ticket.mjs'
import { liveUsers, registerUser, type User } from './users.mjs'

const KEEPER = path.join(path.dirname(fileURLToPath(import.meta.url)), 'keeper.mjs')

export interface ServerOptions {
  /** Data folder; LAZARET_DATA when not given. */
  folder?: string
  /** PostgreSQL settings on top of ours. Without effect on a server that already runs. */
  settings?: Record<string, string>
  /** Where to tell what takes long; standard error by default. */
  log?: (line: string) => void
}

export interface Server {
  /** Of the maintenance database `postgres`, with the password: not for logs. */
  url: string
  /** Gives the server up. Waits until it has stopped if nobody else uses it. */
  release(): Promise<void>
}

/** What keeper.mjs writes into keeper.json. */
interface KeeperState {
  keeper: string
  status: 'starting' | 'ready' | 'stopping' | 'failed'
  port: number
  message?: string
}

/**
 * Joins the embedded PostgreSQL of a data folder, starting it when it does not run. Any number of
 * processes may share it; it ends by itself within a second after the last of them has released
 * it or died.
 * @throws UsageError when the data folder cannot be used, LazaretError (with the last lines of
 * the server's log) when the server does not start.
 */
export async function acquireServer(options: ServerOptions = {}): Promise<Server> {
  const log = options.log ?? ((line) => console.error(line))
  const folder = options.folder ?? readSettings().LAZARET_DATA
  const folders = prepareFolders(folder, log)
  let user: User | undefined
  try {
    user = registerUser(path.join(folders.state, 'users'))
    const port = await untilReady(folders, options, log)
    const password = readPassword(folders)
    return {
      url: `postgres://${SERVER_ROLE}:${password}@127.0.0.1:${port}/postgres`,
      async release() {
        user?.leave()
        await untilUnusedIsGone(folders)
      },
    }
  } catch (error) {
    user?.leave()
    throw explainFolderProblem(error, folder)
  }
}

function readKeeper(folders: Folders): KeeperState | undefined {
  try {
    const file = path.join(folders.state, 'keeper.json')
    const state: KeeperState = JSON.parse(readFileSync(file, 'utf8'))
    return isAlive(state.keeper) ? state : undefined
  } catch {
    return undefined
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

/** Asks for TLS, the one question that the server answers to strangers; with yes or no. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Does PostgreSQL itself answer? A connection alone is taken by the kernel for a dying server. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(SSL_REQUEST))
    const settle = (yes: boolean) => {
      socket.destroy()
      resolve(yes)
    }
    socket.setTimeout(2000, () => settle(false))
    socket.once('data', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('close', () => settle(false))
  })
}

/** Resolves to the port as soon as a keeper, ours or another's, says that the server answers. */
async function untilReady(
  folders: Folders,
  options: ServerOptions,
  log: (line: string) => void,
): Promise<number> {
  const begun = Date.now()
  let told = begun
  let keeper: ChildProcess | undefined
  for (;;) {
    const state = readKeeper(folders)
    // Asked as well: a keeper that was just killed looks alive for a moment.
    if (state?.status === 'ready' && (await answers(state.port))) return state.port
    if (keeper && !isRunning(keeper)) {
      if (keeper.exitCode !== 0) throw startFailure(folders, keeper)
      keeper = undefined // another keeper was faster
    }
    if (!state) keeper ??= await startKeeper(folders, options)
    if (Date.now() - told > 5000) {
      told = Date.now()
      const what = state?.status === 'stopping' ? 'to stop first' : 'to start or recover'
      log(`Waiting for the embedded PostgreSQL ${what} (${Math.round((told - begun) / 1000)} s)`)
    }
    await sleep(15)
  }
}

/**
 * Prepares the data folder and starts a keeper. Undefined when another process is busy with that,
 * or has done it by now.
 */
async function startKeeper(
  folders: Folders,
  options: ServerOptions,
): Promise<ChildProcess | undefined> {
  const ticket = tryTicket(path.join(folders.state, 'start-tickets'))
  if (!ticket) return undefined
  try {
    if (readKeeper(folders)) return undefined
    const { account, owner, state } = folders
    const binaries = usableBinaries(account, folders.programs)
    const task = {
      state,
      data: await prepareCluster(folders, binaries),
      log: logFile(folders, 'postgres.log'),
      postgres: binaries.postgres,
      prefix: dieWithParent('INT'),
      settings: serverSettings(options.settings),
      ...(owner ? {} : account),
    }
    const output = openSync(logFile(folders, 'keeper.log'), 'a')
    const keeper = spawn(process.execPath, [KEEPER, JSON.stringify(task)], {
      detached: true, // not in our terminal's group: Ctrl-C is for us, not for the server
      cwd: '/',
      stdio: ['ignore', output, output],
      env: bareEnvironment(),
      ...owner,
    })
    closeSync(output)
    keeper.unref()
    // Until it has said its first word, so that nobody starts another meanwhile.
    while (!readKeeper(folders) && isRunning(keeper)) await sleep(10)
    return keeper
  } finally {
    ticket.release()
  }
}

/** A log of the server, private to the keeper, put aside once it has grown large. */
function logFile({ state, owner }: Folders, name: string): string {
  const file = path.join(state, name)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > 5_000_000) renameSync(file, `${file}.1`)
  closeSync(openSync(file, 'a', 0o600))
  if (owner) chownSync(file, owner.uid, owner.gid)
  return file
}

function startFailure(folders: Folders, keeper: ChildProcess): LazaretError {
  const logs = `Its logs are in ${folders.state}`
  let said: Partial<KeeperState> = {}
  try {
    said = JSON.parse(readFileSync(path.join(folders.state, 'keeper.json'), 'utf8'))
  } catch {
    // It did not come as far as that.
  }
  const ours = said.keeper?.startsWith(`${keeper.pid} `) && said.status === 'failed'
  const how = keeper.signalCode ?? `exit code ${keeper.exitCode}`
  const message = ours ? said.message : `its keeper ended (${how})`
  return new LazaretError(`The embedded database did not start: ${message}`, 1, {}, logs)
}

/** After our release: waits while the server stops, if we were the last. */
async function untilUnusedIsGone(folders: Folders): Promise<void> {
  const patience = Date.now() + 10_000
  while (readKeeper(folders) && Date.now() < patience) {
    if (liveUsers(path.join(folders.state, 'users')).length > 0) return
    await sleep(20)
  }
}
