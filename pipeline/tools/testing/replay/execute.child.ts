/** Executes a replay of the family in a process of its own, to be killed: url, id, chunk rows. */

import { executeReplay } from '@/pipeline/operations/replay/execute'
import { domain } from '@/pipeline/tools/testing/declare'
import { FAMILY } from './family'

const [url = '', id = '', rows = ''] = process.argv.slice(2)
const say = (what: string) => void process.stdout.write(`${what}\n`)
say('ready')
await executeReplay(url, domain(FAMILY), Number(id), {
  chunkRows: Number(rows),
  onChunk: () => say('chunk'),
})
say('done')
