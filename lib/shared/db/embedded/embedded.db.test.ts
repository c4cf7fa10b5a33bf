import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acquireServer } from '.'
import { prepareFolders } from './folders'

let folder: string
let users: User[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lazaret-embedded-'))
  chmodSync(folder, 0o711)
})

afterEach(async () => {
  for (const user of users) user.process.kill('SIGKILL')
  users = []
  await until(() => processes().length === 0)
  rmSync(folder, { recursive: true, force: true })
})

interface User {
  process: ChildProcess
  url: string
  leave(): Promise<void>
}

/** Another process that uses the server; resolves when it has joined. */
async function join(): Promise<User> {
  const script = fileURLToPath(new URL('testing.user.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], {
    env: { ...process.env, LANG: 'xx_YY.nowhere' },
  })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const first = createInterface(child.stdout)[Symbol.asyncIterator]().next()
  const { value, done } = await first
  if (done) throw new Error(complaint)
  const leave = async () => {
    child.stdin.end()
    await ended
  }
  const user = { process: child, url: value, leave }
  users.push(user)
  return user
}

async function until(condition: () => boolean, patience = 20_000): Promise<number> {
  const begun = Date.now()
  while (!condition()) {
    if (Date.now() - begun > patience) throw new Error('it did not happen in time')
    await sleep(20)
  }
  return Date.now() - begun
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Everything that runs for the folder: the keeper, PostgreSQL with its children, initdb. */
function processes(): { pid: number; what: string }[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const cwd = readlinkSync(`/proc/${pid}/cwd`)
      const ours = cwd.startsWith(folder) || (cwd === '/' && command.includes(folder))
      return ours ? [{ pid: Number(pid), what: command }] : []
    } catch {
      return []
    }
  })
}

const keeper = () => processes().find(({ what }) => what.includes('keeper.mjs'))?.pid as number
const data = () => path.join(prepareFolders(folder, () => {}).cluster, 'data')

/** The lines of PostgreSQL's lock file: its process id first, its state last. */
function lockFile(): string[] {
  try {
    return readFileSync(path.join(data(), 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It went by itself since we looked.
  }
}

describe.runIf(process.platform === 'linux')('the embedded server', () => {
  it('starts for the first user, is joined by others, stops after the last', async () => {
    const first = await join()
    const second = await join()
    expect(second.url).toBe(first.url)
    await query(first.url, 'create table kept (n int)')
    await first.leave()
    await query(second.url, 'insert into kept values (1)')
    await second.leave() // waits until the server is gone
    expect(processes()).toEqual([])

    const again = await acquireServer({ folder })
    expect(await query(again.url, 'select n from kept')).toEqual([{ n: 1 }])
    await again.release()
    expect(processes()).toEqual([])
  })

  it('is durable, speaks UTF-8 and UTC, and listens on this machine only', async () => {
    const server = await acquireServer({ folder })
    const wanted = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
    const more = { server_encoding: 'UTF8', TimeZone: 'UTC', listen_addresses: '127.0.0.1' }
    for (const [name, value] of Object.entries({ ...wanted, ...more })) {
      expect(await query(server.url, `select current_setting('${name}') as v`)).toEqual([
        { v: value },
      ])
    }
    const stranger = server.url.replace(/:[^:@]+@/, ':guess@')
    await expect(query(stranger, 'select 1')).rejects.toThrow(/password authentication failed/)
    await server.release()
  })

  it('leaves nothing behind when all users are killed', async () => {
    const [first, second] = await Promise.all([join(), join()])
    first.process.kill('SIGKILL')
    await sleep(1000)
    await query(second.url, 'select 1')
    second.process.kill('SIGKILL')
    expect(await until(() => processes().length === 0)).toBeLessThan(5000)
  })

  it('starts once when many come at the same moment', async () => {
    const all = await Promise.all([join(), join(), join(), join(), join()])
    expect(new Set(all.map(({ url }) => url)).size).toBe(1)
    expect(processes().filter(({ what }) => what.includes('keeper.mjs'))).toHaveLength(1)
    for (const user of all) await user.leave()
    expect(processes()).toEqual([])
  })

  it('never hands out a server that is about to stop', async () => {
    for (let n = 0; n < 8; n++) {
      const server = await acquireServer({ folder })
      const leaving = server.release()
      await sleep(n * 5)
      const next = await acquireServer({ folder })
      expect(await query(next.url, 'select 1 as n')).toEqual([{ n: 1 }])
      await Promise.all([leaving, next.release()])
    }
  })

  it('can be joined again after its keeper was killed', async () => {
    const user = await join()
    kill(keeper())
    await until(() => processes().length === 0) // PostgreSQL ends with its keeper
    const next = await acquireServer({ folder })
    expect(next.url).toBe(user.url)
    await query(user.url, 'select 1')
    await next.release()
  })

  it('comes back at the same address when PostgreSQL itself was killed', async () => {
    const user = await join()
    const before = lockFile()[0]
    kill(Number(before))
    await until(() => lockFile()[0] !== before && lockFile()[7]?.trim() === 'ready')
    await query(user.url, 'select 1')
    await user.leave()
  })

  it('recovers committed rows after everything was killed at once', async () => {
    const user = await join()
    await query(user.url, 'create table kept as select generate_series(1, 1000) as n')
    for (const { pid } of processes()) kill(pid)
    user.process.kill('SIGKILL')
    const server = await acquireServer({ folder })
    expect(await query(server.url, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
    await server.release()
  })

  it('is not stopped by a lock file whose process id belongs to another program', async () => {
    const first = await acquireServer({ folder })
    await first.release()
    const stranger = spawn('sleep', ['60'], processOwner())
    writeFileSync(path.join(data(), 'postmaster.pid'), `${stranger.pid}\n${data()}\n`)
    const second = await acquireServer({ folder })
    await query(second.url, 'select 1')
    await second.release()
    expect(stranger.exitCode).toBeNull()
    stranger.kill()
  })

  it('refuses a data folder of another major version, and says which', async () => {
    await (await acquireServer({ folder })).release()
    writeFileSync(path.join(data(), 'PG_VERSION'), '15\n')
    await expect(acquireServer({ folder })).rejects.toThrow(/made by PostgreSQL 15/)
  })

  it('shows the log of a server that does not start', async () => {
    const settings = { shared_buffers: 'much' }
    await expect(acquireServer({ folder, settings })).rejects.toThrow(
      /invalid value for parameter "shared_buffers": "much"/,
    )
    expect(processes()).toEqual([])
  })

  it('refuses a data folder that is a file', async () => {
    const file = path.join(folder, 'file')
    writeFileSync(file, '')
    await expect(acquireServer({ folder: path.join(file, 'data') })).rejects.toThrow(
      /cannot be used/,
    )
  })
})

/** PostgreSQL only minds a process id of its own account. */
function processOwner(): { uid?: number; gid?: number; stdio: 'ignore' } {
  return { ...prepareFolders(folder, () => {}).account, stdio: 'ignore' }
}
