// Plain JavaScript, like everything the keeper imports: see keeper.mjs.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Ids of PostgreSQL processes of this data folder: each of them has it as working folder. */
function processesOf(data) {
  const folder = realpathSync(data)
  if (process.platform !== 'linux') {
    const all = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).split('\n')
    const ours = all.filter((line) => line.includes('postgres') && line.includes(`-D ${data} `))
    return ours.map((line) => Number.parseInt(line, 10)).filter((pid) => pid !== process.pid)
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const program = path.basename(readlinkSync(`/proc/${pid}/exe`))
        return program.startsWith('postgres') && readlinkSync(`/proc/${pid}/cwd`) === folder
      } catch {
        return false // gone, or not ours to look at
      }
    })
    .map(Number)
}

function signal(pids, name) {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
}

export async function clearLeftovers(data) {
  const lockFile = path.join(data, 'postmaster.pid')
  let postmaster
  try {
    postmaster = Number.parseInt(readFileSync(lockFile, 'utf8'), 10)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  // A postmaster whose keeper was killed stops by itself where setpriv is there; elsewhere we ask.
  // Backends whose postmaster was killed hold its shared memory until their statement ends.
  for (let tries = 0; tries < 1500; tries++) {
    const running = processesOf(data)
    if (running.length === 0) break
    if (running.includes(postmaster)) {
      if (tries % 100 === 0) signal([postmaster], tries < 1000 ? 'SIGINT' : 'SIGQUIT')
    } else {
      signal(running, tries < 100 ? 'SIGQUIT' : 'SIGKILL')
    }
    await sleep(40)
  }
  // Nothing of this folder runs. What its lock file names is another program by now, and would
  // make PostgreSQL refuse to start.
  rmSync(lockFile, { force: true })
}
