// Plain JavaScript, like everything the keeper imports: see keeper.mjs.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { identify, isAlive } from './identity.mjs'

let count = 0

export function registerUser(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `${process.pid}-${++count}`
  const file = path.join(folder, name)
  writeFileSync(path.join(folder, `.${name}`), identify() ?? '')
  renameSync(path.join(folder, `.${name}`), file) // never seen half written
  return { name, leave: () => rmSync(file, { force: true }) }
}

export function liveUsers(folder) {
  let names
  try {
    names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  } catch (error) {
    if (error.code === 'ENOENT') return [] // the data folder was removed
    throw error
  }
  return names.filter((name) => {
    const file = path.join(folder, name)
    try {
      if (isAlive(readFileSync(file, 'utf8'))) return true
      rmSync(file, { force: true })
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
    return false
  })
}
