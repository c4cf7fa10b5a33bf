// Plain JavaScript, like everything the keeper imports: see keeper.mjs.
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { identify, isAlive } from './identity.mjs'

// Node has no file locks, and a lock file that is stolen from a dead owner by two processes at
// once ends up with both. So the lock is a row of numbered tickets: whoever creates the next
// number holds it, creation is exclusive, and the highest ticket is never removed, only passed.

function highest(folder) {
  const numbers = readdirSync(folder).filter((name) => /^\d+$/.test(name))
  return Math.max(0, ...numbers.map(Number))
}

function holder(folder, number) {
  try {
    return readFileSync(path.join(folder, String(number)), 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}

export function tryTicket(folder) {
  mkdirSync(folder, { recursive: true })
  const last = highest(folder)
  if (isAlive(holder(folder, last))) return undefined
  const mine = last + 1
  const file = path.join(folder, String(mine))
  const draft = path.join(folder, `draft-${process.pid}-${mine}`)
  writeFileSync(draft, identify() ?? '')
  try {
    linkSync(draft, file) // with its content at once, and never over another's ticket
  } catch (error) {
    if (error.code === 'EEXIST') return undefined
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
  if (highest(folder) !== mine) {
    // Others went past while we looked; ours never counted.
    rmSync(file, { force: true })
    return undefined
  }
  for (const name of readdirSync(folder)) {
    if (/^\d+$/.test(name) && Number(name) < mine) rmSync(path.join(folder, name), { force: true })
  }
  return {
    release() {
      try {
        truncateSync(file)
      } catch (error) {
        if (error.code !== 'ENOENT') throw error // the whole folder was removed
      }
    },
  }
}
