/** Commands without DATABASE_URL: they bring the server, share it, and take it away again. */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { generated } from '@/pipeline/tools/generate/order-to-cash/testing'
import { RunJson, StatusJson } from './shapes'
import { pipeline } from './testing'

let folder: string
let files: Awaited<ReturnType<typeof generated>>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lazaret-alone-'))
  chmodSync(folder, 0o711) // as root, PostgreSQL runs as somebody else
  files = await generated({ scale: 0.01 })
})
afterEach(() => {
  files.remove()
  rmSync(folder, { recursive: true, force: true })
})

const cli = (...args: string[]) => pipeline(args, { DATABASE_URL: '', LAZARET_DATA: folder })

/** Processes that belong to the folder; where there is no /proc, the server's own file. */
function processes(): string[] {
  if (!existsSync('/proc/self/cmdline')) {
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return all.filter((name) => name.endsWith('postmaster.pid'))
  }
  return readdirSync('/proc').filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return command.includes(folder) || readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
    } catch {
      return false
    }
  })
}

it('two at once, and nothing is left running', async () => {
  let seen = 0
  const watch = setInterval(() => {
    seen = Math.max(seen, processes().length)
  }, 100)
  const both = await Promise.all([
    cli('run', 'order-to-cash', '--input', files.out, '--json'),
    cli('status', '--json'),
  ])
  clearInterval(watch)
  expect(seen).toBeGreaterThan(1)
  expect(both.map((o) => [o.code, o.stderr.includes('error:')])).toEqual([
    [0, false],
    [0, false],
  ])
  const run = RunJson.parse(both[0].json())
  StatusJson.parse(both[1].json())
  const open = Object.values(run.datasets).reduce((sum, d) => sum + d.quarantined, 0)
  expect(open).toBeGreaterThan(0)
  // The next command starts the server again and finds what the first has left.
  const status = await cli('status', '--json')
  expect(StatusJson.parse(status.json()).domains['order-to-cash']?.open).toBe(open)
  for (let i = 0; i < 100 && processes().length > 0; i++) await sleep(50)
  expect(processes()).toEqual([])
}, 120_000)
