// Plain JavaScript, like everything the keeper imports: see keeper.mjs.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

let bootId

/** Process ids start again after a reboot, and so do start times: the boot is part of the name. */
function boot() {
  bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return bootId
}

/** When the process started, as a string that no later process with its id shares. */
function startOf(pid) {
  if (process.platform === 'linux') {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command's name, in parentheses, may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return 'ZX'.includes(fields[0]) ? undefined : `${boot()}/${fields[19]}`
  }
  const seen = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return seen.trim().startsWith('Z') ? undefined : seen.trim().replace(/^\S+\s+/, '')
}

export function identify(pid = process.pid) {
  try {
    const start = startOf(pid)
    return start && `${pid} ${start}`
  } catch {
    return undefined
  }
}

export function isAlive(identity) {
  const pid = Number.parseInt(identity, 10)
  return pid > 0 && identify(pid) === identity
}
