/**
 * `npm run bench:screens`: what the screens' reads cost with a million open rows, ten readers at
 * once; each beside the barest SQL that gives the same figures.
 */

import { readCauses } from '@/lib/server/queries/causes'
import { readFlow } from '@/lib/server/queries/flow'
import { readRow } from '@/lib/server/queries/row'
import { countRows, readRows } from '@/lib/server/queries/rows'
import { searchMoney, searchRows } from '@/lib/server/queries/search'
import { readStock } from '@/lib/server/queries/stock'
import { readWall } from '@/lib/server/queries/wall'
import { connectClient } from '@/lib/shared/db/client'
import { Db } from '@/lib/shared/db/connection'
import { type Database, databaseOf } from '@/lib/shared/db/database'
import { openBenchServer } from '@/pipeline/tools/bench/server'
import { fillQuarantine, OPEN_ROWS } from './fill'

const CLIENTS = 10
const ROUNDS = 8
const domain = 'order-to-cash'
const filter = { dataset: 'ordens_venda_itens', rule: 'VBAP_ORDEM_INEXISTENTE' }

interface Read {
  name: string
  read(db: Database, i: number): Promise<unknown>
  /** The barest statement that gives the same figures. */
  bare: string
}

const of = `dataset = 'ordens_venda_itens' AND rule = 'VBAP_ORDEM_INEXISTENTE' AND statut = 'A_TRAITER'`
const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)

const READS: Read[] = [
  {
    name: 'stock',
    read: (db) => db.snapshot((tx) => readStock(tx, domain)),
    bare: 'SELECT dataset, rule, currency, sum(rows), sum(amount) FROM quality.stock GROUP BY 1, 2, 3',
  },
  {
    name: 'rule: first page',
    read: (db) => readRows(db, { domain, filter }, new Date()),
    bare: `SELECT * FROM quality.quarantine WHERE ${of} ORDER BY first_seen, id LIMIT 50`,
  },
  {
    name: 'rule: deep page',
    read: async (db, i) =>
      readRows(db, { domain, filter, after: place(60 - (i % 30)) }, new Date()),
    bare: `SELECT * FROM quality.quarantine WHERE ${of} AND (first_seen, id) > (now() - interval '45 days', 0)
      ORDER BY first_seen, id LIMIT 50`,
  },
  {
    name: 'rule: filtered',
    read: (db, i) =>
      readRows(db, { domain, filter: { ...filter, cause: 2 * (i + 1) } }, new Date()),
    bare: 'SELECT * FROM quality.quarantine WHERE cause_id = 4 ORDER BY first_seen, id LIMIT 50',
  },
  {
    name: 'rule: searched',
    read: (db, i) =>
      readRows(db, { domain, filter: { ...filter, text: `000${4000 + i}` } }, new Date()),
    bare: `SELECT * FROM quality.quarantine WHERE ${of} AND key_text ILIKE '%0004000%' ORDER BY first_seen, id LIMIT 50`,
  },
  {
    name: 'rule: count',
    read: (db) => countRows(db, { domain, filter }, new Date(), false),
    bare: `SELECT count(*) FROM (SELECT FROM quality.quarantine WHERE ${of} LIMIT 10001) m`,
  },
  {
    name: 'rule: causes',
    read: (db) => readCauses(db, { domain, ...filter }, new Date()),
    bare: 'SELECT cause_id, sum(rows) FROM quality.cause_stock GROUP BY 1 ORDER BY 2 DESC LIMIT 50',
  },
  {
    name: 'row',
    read: (db, i) => readRow(db, 1 + i * 997),
    bare: 'SELECT * FROM quality.quarantine_event WHERE quarantine_id = 998',
  },
  {
    name: 'search: customer',
    read: (db, i) => search(db, String(1000 + i)),
    bare: `SELECT * FROM quality.quarantine WHERE customer = '0000001000' AND statut <> 'SOLDEE'`,
  },
  {
    name: 'search: part of a key',
    read: (db, i) => search(db, `0${123400 + i} / 0000`),
    bare: `SELECT * FROM quality.quarantine WHERE statut <> 'SOLDEE' AND key_text ILIKE '%0123400 / 0000%'`,
  },
  {
    name: 'wall',
    read: (db) => readWall(db),
    bare: 'SELECT dataset, rule, currency, sum(rows), sum(amount) FROM quality.stock GROUP BY 1, 2, 3',
  },
  {
    name: 'flow',
    read: (db) => readFlow(db, { domain, from: day(56), to: day(0), grain: 'day', by: 'domain' }),
    bare: 'SELECT day, sum(in_rows), sum(out_rows) FROM quality.flow_daily GROUP BY 1',
  },
]

/** As the search page asks: what is found, and its money. */
const search = (db: Database, text: string) =>
  db.snapshot(async (tx) => [
    await searchRows(tx, text, undefined, 201),
    await searchMoney(tx, text, undefined),
  ])

/** A place in the middle of a sorted rule, as a page would name it. */
const place = (daysBack: number): string =>
  Buffer.from(
    JSON.stringify([new Date(Date.now() - daysBack * 86_400_000).toISOString(), 0]),
  ).toString('base64url')

async function main(): Promise<void> {
  const server = await openBenchServer()
  try {
    const url = await server.create(true)
    const filler = await Db.open(url)
    await fillQuarantine(filler, (text) => console.error(text))
    await filler.close()
    const connection = connectClient(url)
    const db = databaseOf(connection.client)
    const lines: object[] = []
    for (const { name, read, bare } of READS) {
      const full = await measure((i) => read(db, i))
      const least = await measure(() => db.rows(bare))
      lines.push({
        read: name,
        p50: full.p50.toFixed(0),
        p95: full.p95.toFixed(0),
        'bare p50': least.p50.toFixed(0),
        ratio: (full.p50 / Math.max(0.5, least.p50)).toFixed(1),
        'p95 < 200 ms': full.p95 < 200 ? 'yes' : 'no',
      })
    }
    console.error(`${OPEN_ROWS} open rows, ${CLIENTS} readers at once, milliseconds`)
    console.table(lines)
    await connection.end()
  } finally {
    await server.close()
  }
}

/** Times of CLIENTS × ROUNDS reads, CLIENTS at once, after one that warms up. */
async function measure(
  read: (i: number) => Promise<unknown>,
): Promise<{ p50: number; p95: number }> {
  await read(0)
  const times: number[] = []
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let round = 0; round < ROUNDS; round++) {
        const start = performance.now()
        await read(client * ROUNDS + round)
        times.push(performance.now() - start)
      }
    }),
  )
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}

await main()
