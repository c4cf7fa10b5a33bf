import { and, asc, count, desc, eq, inArray, min, sql, sum } from 'drizzle-orm'
import { type Client, database } from '../db/client'
import {
  checkResult,
  datasetState,
  quarantine,
  rule,
  run,
  runDataset,
  workspace,
} from '../db/schema/index'

export type Run = typeof run.$inferSelect
export type DatasetCounts = typeof runDataset.$inferSelect
export type Check = Pick<
  typeof checkResult.$inferSelect,
  'name' | 'dataset' | 'ok' | 'expected' | 'found'
>

/** The open rows of one rule. */
export interface RuleStock {
  domain: string
  dataset: string
  rule: string
  /** What the rule means, in words; null for a rule that nobody describes any more. */
  means: string | null
  owner: string | null
  warnDays: number | null
  criticalDays: number | null
  open: number
  oldest: Date
  money: { currency: string | null; amount: string }[]
}

export interface DomainOverview {
  domain: string
  /** The newest run, however it ended, and its checks. */
  latest: Run
  checks: Check[]
  /** The newest run that changed anything, and its counts. */
  committed: Run | null
  datasets: DatasetCounts[]
  stock: RuleStock[]
}

export interface Overview {
  at: Date
  timeZone: string
  domains: DomainOverview[]
  /** Open rows of datasets whose domain has no run on record: shown all the same. */
  otherStock: RuleStock[]
}

/** Inside one transaction. */
type Reading = Parameters<Parameters<Client['transaction']>[0]>[0]

/**
 * Everything the home page shows, in one snapshot.
 * @throws the driver's error when the database is away: to be shown as such.
 */
export async function readOverview(client: Client = database()): Promise<Overview> {
  return client.transaction(
    async (tx) => {
      const latest = await newestRuns(tx, false)
      const committed = await newestRuns(tx, true)
      const checks = await readChecks(tx, latest)
      const datasets = await readCounts(tx, committed)
      const stock = await readStock(tx)
      const [settings] = await tx.select().from(workspace)
      const [clock] = await tx.execute<{ now: string }>(sql`select now()::text as now`)
      return {
        at: new Date(clock?.now ?? Date.now()),
        timeZone: settings?.time_zone ?? 'UTC',
        otherStock: stock.filter((line) => latest.every(({ domain }) => domain !== line.domain)),
        domains: latest.map((newest) => {
          const last = committed.find(({ domain }) => domain === newest.domain) ?? null
          return {
            domain: newest.domain,
            latest: newest,
            checks: checks.filter(({ run_id }) => run_id === newest.id),
            committed: last,
            datasets: datasets.filter(({ run_id }) => run_id === last?.id),
            stock: stock.filter(({ domain }) => domain === newest.domain),
          }
        }),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

const idsOf = (runs: Run[]) => runs.map(({ id }) => id)

function newestRuns(tx: Reading, committedOnly: boolean): Promise<Run[]> {
  return tx
    .selectDistinctOn([run.domain])
    .from(run)
    .where(committedOnly ? eq(run.status, 'committed') : undefined)
    .orderBy(asc(run.domain), desc(run.id))
}

function readChecks(tx: Reading, runs: Run[]) {
  return tx
    .select({
      run_id: checkResult.run_id,
      name: checkResult.name,
      dataset: checkResult.dataset,
      ok: checkResult.ok,
      expected: checkResult.expected,
      found: checkResult.found,
    })
    .from(checkResult)
    .where(inArray(checkResult.run_id, idsOf(runs)))
    .orderBy(asc(checkResult.ok), asc(checkResult.name))
}

function readCounts(tx: Reading, runs: Run[]): Promise<DatasetCounts[]> {
  return tx
    .select()
    .from(runDataset)
    .where(inArray(runDataset.run_id, idsOf(runs)))
    .orderBy(asc(runDataset.dataset))
}

async function readStock(tx: Reading): Promise<RuleStock[]> {
  // Per currency, because money of two currencies is never added up.
  const rows = await tx
    .select({
      domain: sql<string>`coalesce(${rule.domain}, ${datasetState.domain}, '')`,
      dataset: quarantine.dataset,
      rule: quarantine.rule,
      means: sql<string | null>`${rule.texts} -> 'means' ->> 'en'`,
      owner: rule.owner,
      warnDays: sql<number | null>`coalesce(${rule.warn_days_override}, ${rule.warn_days})`,
      criticalDays: sql<
        number | null
      >`coalesce(${rule.critical_days_override}, ${rule.critical_days})`,
      currency: quarantine.currency,
      open: count(),
      oldest: min(quarantine.first_seen),
      amount: sum(quarantine.amount),
    })
    .from(quarantine)
    .leftJoin(rule, and(eq(rule.dataset, quarantine.dataset), eq(rule.code, quarantine.rule)))
    .leftJoin(datasetState, eq(datasetState.dataset, quarantine.dataset))
    .where(eq(quarantine.statut, 'A_TRAITER'))
    .groupBy(
      quarantine.dataset,
      quarantine.rule,
      quarantine.currency,
      rule.dataset,
      rule.code,
      datasetState.dataset,
    )
  const stock = new Map<string, RuleStock>()
  for (const { currency, amount, open, oldest, ...row } of rows) {
    const key = `${row.dataset} ${row.rule}`
    const since = oldest ?? new Date()
    const known = stock.get(key) ?? { ...row, open: 0, oldest: since, money: [] }
    known.open += open
    if (since < known.oldest) known.oldest = since
    if (amount !== null) known.money.push({ currency, amount })
    stock.set(key, known)
  }
  return [...stock.values()].sort((a, b) => b.open - a.open || a.rule.localeCompare(b.rule))
}
