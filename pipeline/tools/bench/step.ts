/** One measured step, in a process of its own: its time and its peak memory are its alone. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { id } from '@/pipeline/engine/compile/postgres/quoting'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { slowest, timeStatements } from './profile'
import type { Step, StepResult } from './types'

const [url = '', json = '{}'] = process.argv.slice(2)
const step = JSON.parse(json) as Step
const statements = process.env.PROFILE ? timeStatements() : []
const result = step.kind === 'copy' ? await bareCopy(step) : await run(step)
const peak = process.resourceUsage().maxRSS / 1024
const slow = slowest(statements, Number(process.env.PROFILE_TOP ?? 15))
process.stdout.write(JSON.stringify({ ...result, peakMb: Math.round(peak), slow }))

/** The same files through the same driver into text tables: the least that loading can cost. */
async function bareCopy({ input }: Step): Promise<Omit<StepResult, 'peakMb' | 'slow'>> {
  const sources = orderToCash.datasets.flatMap((d) => d.sources)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const { file, columns } of sources) {
    const texts = columns.map((c) => `${id(c.toLowerCase())} text`)
    await client.query(`CREATE TABLE ${id(file.toLowerCase())} (${texts.join(', ')})`)
  }
  const since = performance.now()
  let rows = 0
  for (const { file } of sources) {
    const copy = client.query(
      copyFrom(`COPY ${id(file.toLowerCase())} FROM STDIN (FORMAT csv, HEADER)`),
    )
    await pipeline(createReadStream(join(input, `${file}.csv`)), copy)
    rows += copy.rowCount
  }
  const seconds = (performance.now() - since) / 1000
  await client.end()
  return { seconds, rows, phases: {} }
}

async function run({ input, mode, asOf }: Step): Promise<Omit<StepResult, 'peakMb' | 'slow'>> {
  const since = performance.now()
  const report = await runDelivery(url, { domain: orderToCash, input, mode, asOf: new Date(asOf) })
  const seconds = (performance.now() - since) / 1000
  if (report.status !== 'committed') {
    throw new Error(`The run ended as ${report.status}: ${report.error?.message}`)
  }
  const rows = Object.values(report.sources).reduce((sum, s) => sum + s.received, 0)
  return { seconds, rows, phases: report.timings }
}
