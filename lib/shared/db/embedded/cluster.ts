import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { LazaretError } from '@/lib/shared/errors'
import { bareEnvironment, dieWithParent } from './account'
import type { Binaries } from './binaries'
import type { Folders } from './folders'

/** The one role of the embedded server; it owns everything there. */
export const SERVER_ROLE = 'lazaret'

/**
 * Makes the data folder of the server if there is none, and looks whether we can use it.
 * To be called by one process at a time.
 * @returns the data folder
 * @throws LazaretError when it was made by another major version, or initdb fails.
 */
export async function prepareCluster(folders: Folders, binaries: Binaries): Promise<string> {
  const data = path.join(folders.cluster, 'data')
  if (!existsSync(data)) await initialise(folders, binaries, data)
  const made = Number(readFileSync(path.join(data, 'PG_VERSION'), 'utf8'))
  if (made !== binaries.major) {
    throw new LazaretError(
      `${data} was made by PostgreSQL ${made}, this is PostgreSQL ${binaries.major}`,
      1,
      {},
      'Move it away to start empty, set LAZARET_DATA to another folder, or go back to the release that made it',
    )
  }
  return data
}

async function initialise(folders: Folders, binaries: Binaries, data: string): Promise<void> {
  for (const name of readdirSync(folders.cluster)) {
    // What an initdb that was killed left behind.
    if (name.startsWith('new-')) rmSync(path.join(folders.cluster, name), { recursive: true })
  }
  const draft = path.join(folders.cluster, `new-${process.pid}`)
  const passwordFile = path.join(folders.cluster, `new-password-${process.pid}`)
  const password = randomBytes(24).toString('hex')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const { account } = folders
  if (account) chownSync(passwordFile, account.uid, account.gid)
  try {
    await run(binaries.initdb, account, [
      `--pgdata=${draft}`,
      `--username=${SERVER_ROLE}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // Never the locale of whoever types the command: it may not exist on this machine.
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      '--no-instructions',
    ])
  } finally {
    rmSync(passwordFile, { force: true })
  }
  writeFileSync(path.join(folders.state, 'password'), password, { mode: 0o600 })
  renameSync(draft, data)
}

/** The server's password. Throws LazaretError when it was lost. */
export function readPassword(folders: Folders): string {
  const file = path.join(folders.state, 'password')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  throw new LazaretError(
    `The password of the embedded server is gone (${file})`,
    1,
    {},
    `Put the file back, or move ${folders.cluster} away to start empty`,
  )
}

function run(program: string, account: Folders['account'], args: string[]): Promise<void> {
  const [command = program, ...rest] = [...dieWithParent('KILL'), program, ...args]
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, {
      ...account,
      cwd: '/',
      env: bareEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) return resolve()
      const tail = output.trim().split('\n').slice(-15).join('\n')
      reject(new LazaretError(`initdb failed (${signal ?? `exit code ${code}`}):\n${tail}`))
    })
  })
}
