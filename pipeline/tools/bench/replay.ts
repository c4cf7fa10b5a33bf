/**
 * What a replay costs beside a run, on the article's files with every customer missing: all that
 * was delivered waits, the customers come, all of it is replayed. The run's own speed is that of the
 * same files with the customers, in the same process on the same server.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Db } from '@/lib/shared/db/connection'
import { requestReplay } from '@/lib/shared/replay/request'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { executeReplay } from '@/pipeline/operations/replay/execute'
import { replayReport } from '@/pipeline/operations/replay/report'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { type BenchServer, settle } from './server'

export interface ReplayFigures {
  /** A first run, and its judging alone (T2). */
  run: { rows: number; seconds: number; perSecond: number; judgePerSecond: number }
  /** A run in which every row is set aside. */
  aside: { rows: number; seconds: number; perSecond: number }
  /** The delivery that brings the missing parents. */
  refresh: { waiting: number; seconds: number; ready: number }
  /** `toRun`: beside a run whose rows go to Silver; `toAside`: beside one that sets them aside. */
  replay: { rows: number; seconds: number; perSecond: number; toRun: number; toAside: number }
  /** A page of ranked causes, milliseconds. */
  ranking: { open: number; causes: number; ms: number }
}

const DAY = (n: number) => new Date(`2026-07-0${n}T05:00:00Z`)
const since = (start: number) => (performance.now() - start) / 1000

/** @param input files of a full delivery; @param scratch a folder of one's own. */
export async function measureReplay(
  server: BenchServer,
  input: string,
  scratch: string,
  tell: (text: string) => void,
): Promise<ReplayFigures> {
  const run = await measureRun(server, input)
  tell(`run: ${run.rows} rows, ${run.seconds.toFixed(1)} s`)
  const url = await server.create(true)
  const { orphans, parents } = split(input, scratch)
  const { rows, seconds: took } = await deliver(url, orphans, 'full', DAY(1))
  const aside = { rows, seconds: took, perSecond: rows / took }
  tell(`everything set aside: ${rows} rows, ${took.toFixed(1)} s`)
  const db = await Db.open(url)
  try {
    const waiting = await openRows(db, 'true')
    await settle(url)
    const { seconds } = await deliver(url, parents, 'delta', DAY(2))
    const refresh = { waiting, seconds, ready: await openRows(db, 'ready') }
    tell(`refresh: ${waiting} waiting, ${refresh.ready} ready after ${seconds.toFixed(1)} s`)
    await settle(url)
    const one = await measureOne(url, db)
    const toRun = one.perSecond / run.perSecond
    const replay = { ...one, toRun, toAside: one.perSecond / aside.perSecond }
    tell(`replay: ${replay.rows} rows, ${replay.seconds.toFixed(1)} s`)
    const ranking = await measureRanking(db)
    tell(`ranking: ${ranking.open} open rows, ${ranking.ms.toFixed(0)} ms`)
    return { run, aside, refresh, replay, ranking }
  } finally {
    await db.close()
    await server.drop(url)
  }
}

async function openRows(db: Db, where: string): Promise<number> {
  const { n } = await db.row<{ n: string }>(
    `SELECT count(*) AS n FROM quality.quarantine WHERE statut = 'A_TRAITER' AND ${where}`,
  )
  return Number(n)
}

async function measureRun(server: BenchServer, input: string): Promise<ReplayFigures['run']> {
  const url = await server.create(true)
  const { rows, seconds, judge } = await deliver(url, input, 'full', DAY(1))
  await server.drop(url)
  return { rows, seconds, perSecond: rows / seconds, judgePerSecond: rows / judge }
}

async function deliver(url: string, input: string, mode: 'full' | 'delta', asOf: Date) {
  const start = performance.now()
  const report = await runDelivery(url, {
    domain: orderToCash,
    input,
    mode,
    asOf,
    acceptShrink: true,
  })
  if (report.status !== 'committed') throw new Error(`${report.status}: ${report.error?.message}`)
  const rows = Object.values(report.sources).reduce((sum, s) => sum + s.received, 0)
  return { rows, seconds: since(start), judge: report.timings.judge ?? 0 }
}

/** The delivery without its customers, and the customers. */
function split(input: string, scratch: string): { orphans: string; parents: string } {
  const [orphans, parents] = [join(scratch, 'orphans'), join(scratch, 'parents')]
  cpSync(input, orphans, { recursive: true })
  mkdirSync(parents)
  const customers = readFileSync(join(input, 'KNA1.csv'), 'utf8')
  writeFileSync(join(parents, 'KNA1.csv'), customers)
  writeFileSync(join(orphans, 'KNA1.csv'), customers.slice(0, customers.indexOf('\n') + 1))
  return { orphans, parents }
}

async function measureOne(
  url: string,
  db: Db,
): Promise<{ rows: number; seconds: number; perSecond: number }> {
  const start = performance.now()
  const { id } = await db.transaction((tx) =>
    requestReplay(tx, {
      domain: orderToCash.name,
      scope: { filter: { ready: true } },
      kind: 'replay',
      actor: 'bench',
      asOf: DAY(3).toISOString(),
    }),
  )
  await executeReplay(url, orderToCash, id)
  const seconds = since(start)
  const { settled } = await replayReport(db, id)
  return { rows: settled, seconds, perSecond: settled / seconds }
}

const OPEN = 1_000_000
const CAUSES = 20_000

/** Open rows by SQL, then the page of causes as the screens ask for it. */
async function measureRanking(db: Db): Promise<ReplayFigures['ranking']> {
  await db.exec(`INSERT INTO quality.cause (id, dataset, rule, value)
    SELECT 1000000 + i, 'ordens_venda_itens', 'BENCH', i::text FROM generate_series(1, ${CAUSES}) i`)
  await db.exec(`INSERT INTO quality.quarantine (dataset, key_hash, occurrence, content_hash, rule,
      other_rules, statut, first_seen, amount, currency, unmet, ready, run_id, n, cause_id, root_cause_id)
    SELECT 'ordens_venda_itens', md5('k' || i)::uuid, 1, md5('c' || i)::uuid, 'BENCH', '{}', 'A_TRAITER',
      '2026-07-01'::timestamptz - make_interval(days => i % 90), i % 1000, 'BRL', 1, i % 3 = 0, 1, i,
      1000001 + i % ${CAUSES}, 1000001 + i % ${CAUSES}
    FROM generate_series(1, ${OPEN}) i`)
  await db.exec('ANALYZE quality.quarantine, quality.cause, quality.cause_stock')
  const times: number[] = []
  for (let n = 0; n < 5; n += 1) {
    const start = performance.now()
    await db.rows(`SELECT c.id, sum(s.rows) AS rows, sum(s.ready) AS ready,
        jsonb_agg(jsonb_build_object('dataset', s.dataset, 'currency', s.currency, 'rows', s.rows,
          'amount', s.amount::text)) AS freed
      FROM quality.cause c LEFT JOIN quality.cause_stock s ON s.cause_id = c.id
      WHERE s.rows > 0 GROUP BY c.id ORDER BY 2 DESC, 1 LIMIT 50`)
    times.push(performance.now() - start)
  }
  return { open: OPEN, causes: CAUSES, ms: times.toSorted((a, b) => a - b)[2] ?? 0 }
}
