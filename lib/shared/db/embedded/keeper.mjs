// The keeper: starts PostgreSQL as its child, stops it when its last user is gone.
//
// It is a process of its own because none of the users may be the owner: any of them can be
// killed at any time, and the others go on. It is plain JavaScript because it outlives whoever
// started it and should be small: no transpiler, nothing but Node's own modules.
//
// Protocol: users write a file into users/ first and read keeper.json second; the keeper writes
// "stopping" into keeper.json first and looks at users/ once more second. So a user that joins
// while the keeper makes up its mind is either seen by it, or sees that it must wait.
import { spawn } from 'node:child_process'
import { openSync, readFileSync, renameSync, statSync, watch, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identify } from './identity.mjs'
import { clearLeftovers } from './leftovers.mjs'
import { tryTicket } from './ticket.mjs'
import { liveUsers } from './users.mjs'

const options = JSON.parse(process.argv[2])
const stateFile = path.join(options.state, 'keeper.json')
const usersFolder = path.join(options.state, 'users')
const me = identify()

let postgres // the running child, with `ended`, a promise of how it ended
let status = 'starting'
let leaving = false

/** Writes keeper.json whole or not at all. */
function say(newStatus, more = {}) {
  status = newStatus
  try {
    const text = JSON.stringify({ keeper: me, status, ...more })
    writeFileSync(`${stateFile}.new`, text, { mode: 0o600 })
    renameSync(`${stateFile}.new`, stateFile)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error // our folder was removed: there is nobody to tell
  }
}

function readState() {
  try {
    return JSON.parse(readFileSync(stateFile, 'utf8'))
  } catch {
    return {}
  }
}

/** Resolves to whether nobody listens on the port: neither can we bind it nor does one answer. */
async function isFree(port) {
  const bound = await new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  if (!bound) return false
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true))
    socket.once('close', () => socket.destroy())
  })
}

/** The port of last time if possible; never one of those that outgoing connections are given. */
async function choosePort(wanted) {
  for (let port = wanted, tries = 0; tries < 200; tries++) {
    if (port && (await isFree(port))) return port
    port = 20000 + Math.floor(Math.random() * 12000)
  }
  throw new Error('no free port on 127.0.0.1 between 20000 and 32000')
}

function logTail(from) {
  try {
    const text = readFileSync(options.log).subarray(from).toString()
    return text.trim().split('\n').slice(-15).join('\n')
  } catch {
    return ''
  }
}

const logSize = () => statSync(options.log, { throwIfNoEntry: false })?.size ?? 0

/** Is the postmaster that wrote postmaster.pid our child, and does it take connections? */
function isReady(child) {
  try {
    const lines = readFileSync(path.join(options.data, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

function launch(port) {
  const log = openSync(options.log, 'a', 0o600)
  const settings = options.settings.flatMap((setting) => ['-c', setting])
  const command = [...options.prefix, options.postgres, '-D', options.data]
  const args = [...command.slice(1), '-c', `port=${port}`, ...settings]
  const child = spawn(command[0], args, {
    cwd: '/',
    stdio: ['ignore', log, log],
    uid: options.uid,
    gid: options.gid,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  })
  child.ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  return child
}

/** Starts PostgreSQL and waits until it answers. Throws with the last lines of its log. */
async function start(port) {
  const from = logSize()
  await clearLeftovers(options.data)
  postgres = launch(port)
  let ended
  postgres.ended.then((how) => {
    ended = how
  })
  while (!isReady(postgres)) {
    if (ended) throw new Error(`PostgreSQL did not start (${ended}):\n${logTail(from)}`)
    await sleep(15)
  }
}

/** Fast shutdown: ends sessions, writes a checkpoint. Harder only if that takes far too long. */
async function stop() {
  if (!postgres) return
  const steps = [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ]
  for (const [signal, patience] of steps) {
    postgres.kill(signal)
    const done = await Promise.race([postgres.ended, sleep(patience)])
    if (done) return
  }
}

async function leave(code) {
  if (leaving) return
  leaving = true
  if (code === 0) say('stopping', { port: readState().port })
  await stop()
  process.exit(code)
}

/** Leaves when nobody is there; returns when somebody is. */
async function leaveWhenUnused(port) {
  if (leaving || liveUsers(usersFolder).length > 0) return
  const before = status
  say('stopping', { port })
  if (liveUsers(usersFolder).length === 0) return leave(0)
  say(before, { port })
}

async function main() {
  const ticket = tryTicket(path.join(options.state, 'keeper-tickets'))
  if (!ticket) process.exit(0) // another keeper was faster; whoever started us will find it
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => leave(0))
  process.on('SIGHUP', () => {})

  let port = await choosePort(readState().port)
  say('starting', { port })
  for (let tries = 1; ; tries++) {
    try {
      await start(port)
      break
    } catch (error) {
      if (leaving) return
      if (tries === 3 || !/could not bind|TCP\/IP socket/.test(error.message)) {
        say('failed', { port, message: error.message })
        process.exit(1)
      }
      port = await choosePort()
    }
  }
  say('ready', { port })

  try {
    // Only makes it quick; the timer also sees users that died without a word.
    watch(usersFolder, () => leaveWhenUnused(port)).on('error', () => {})
  } catch {}
  setInterval(() => leaveWhenUnused(port), 400)
  await leaveWhenUnused(port)

  // PostgreSQL ended although we did not stop it: start it again at the same address, so that
  // the connection pools of the users mend themselves. Not for ever, if it keeps happening.
  let deaths = []
  for (;;) {
    const how = await postgres.ended
    if (leaving) return
    console.error(new Date().toISOString(), `PostgreSQL ended by itself (${how}), starting again`)
    deaths = [...deaths.filter((time) => time > Date.now() - 60_000), Date.now()]
    if (deaths.length > 3) throw new Error(`PostgreSQL keeps ending (${how})`)
    say('starting', { port })
    await start(port)
    say('ready', { port })
  }
}

main().catch((error) => {
  if (leaving) return
  console.error(new Date().toISOString(), error)
  say('failed', { message: error.message })
  leave(1)
})
