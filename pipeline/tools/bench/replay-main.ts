/** `node --import tsx pipeline/tools/bench/replay-main.ts [scale]`: the figures of replay.ts as JSON. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateOrderToCash } from '@/pipeline/tools/generate/order-to-cash'
import { slowest, timeStatements } from './profile'
import { measureReplay } from './replay'
import { openBenchServer } from './server'

const scale = Number(process.argv[2] ?? 1)
const log = (text: string): void => void process.stderr.write(`${text}\n`)
const statements = process.env.PROFILE ? timeStatements() : []
const folder = mkdtempSync(join(tmpdir(), 'lazaret-bench-replay-'))
const server = await openBenchServer()
try {
  const input = join(folder, 'full')
  await generateOrderToCash({ out: input, preset: 'article', scale })
  const figures = await measureReplay(server, input, folder, (text) => {
    log(text)
    for (const s of slowest(statements.splice(0), Number(process.env.PROFILE_TOP ?? 15))) {
      log(`  ${s.ms.toFixed(0).padStart(7)} ms ${String(s.rows).padStart(8)}  ${s.sql}`)
    }
  })
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
} finally {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}
