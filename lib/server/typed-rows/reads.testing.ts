/** Runs every read of the screens at least once, in every variant that changes its statement. */
import { openDevice } from '@/lib/server/auth/devices'
import { isEnabled, readSessionUse } from '@/lib/server/auth/state'
import { mayTry } from '@/lib/server/auth/tries'
import { endStale } from '@/lib/server/live/streams'
import {
  readAccounts,
  readDevices,
  readSessions,
  readThresholds,
} from '@/lib/server/queries/accounts'
import { countAlerts, readAlerts } from '@/lib/server/queries/alerts'
import { type CauseQuery, readCauses, readNextBlockers } from '@/lib/server/queries/causes'
import {
  countUnsent,
  hasWorker,
  readChannelChoices,
  readChannels,
  readDeliveries,
} from '@/lib/server/queries/channels'
import { readDeclaration, readDeclarations, readDeclaring } from '@/lib/server/queries/declarations'
import { readExitTimes } from '@/lib/server/queries/exit-times'
import { countFlagRows, readFlagRows } from '@/lib/server/queries/flag-rows'
import { readFlags } from '@/lib/server/queries/flags'
import { readFlow } from '@/lib/server/queries/flow'
import { readFlowScreen } from '@/lib/server/queries/flow-screen'
import { readGoldDomains, readImpact } from '@/lib/server/queries/impact'
import { customersTable, readImpactCustomers } from '@/lib/server/queries/impact-customers'
import { readFigures as readFigureRows } from '@/lib/server/queries/impact-rows'
import { readVersion } from '@/lib/server/queries/live'
import { readAges, readMoves } from '@/lib/server/queries/moves'
import { readProofs } from '@/lib/server/queries/proofs'
import { readRecency } from '@/lib/server/queries/recency'
import { readReplay, readReplays } from '@/lib/server/queries/replays'
import { readRow } from '@/lib/server/queries/row'
import { countReady, countRows, domainOf, RowSort, readRows } from '@/lib/server/queries/rows'
import { readRule, readRuleTexts } from '@/lib/server/queries/rule'
import { readRun, readRuns } from '@/lib/server/queries/runs'
import { searchMoney, searchRows } from '@/lib/server/queries/search'
import { readShell } from '@/lib/server/queries/shell'
import { readStock } from '@/lib/server/queries/stock'
import { readTitles } from '@/lib/server/queries/titles'
import { readWall } from '@/lib/server/queries/wall'
import { readTimeZone } from '@/lib/server/queries/workspace'
import type { Database } from '@/lib/shared/db/database'
import type { RowFilter } from '@/lib/shared/scope'
import { silverTableOf } from '@/lib/shared/silver'
import { CUSTOMER_SORTS } from '@/lib/views/impact-view'

const domain = 'order-to-cash'
/** The clock of every read. */
export const AT = new Date('2026-12-01T12:00:00Z')

/** Each condition of a filter once. */
const FILTERS: RowFilter[] = [
  {},
  { statut: ['A_TRAITER', 'CLASSEE'] },
  { dataset: 'ordens_venda', rule: 'VBAK_CLIENTE_INEXISTENTE' },
  { rules: ['VBAK_CLIENTE_INEXISTENTE'], waiting: false, ready: false, snoozed: false },
  { waiting: true, snoozed: true, cause: 1, rootCause: 1, owner: 'x', currency: 'BRL' },
  { customer: '1', invoice: '1', text: '%', firstDay: '2026-11-30' },
  { minAgeDays: 0, maxAgeDays: 99, minAmount: '-1', maxAmount: '1' },
  { withheld: { table: 'kpis_por_uf', rows: 'titulos_abertos', group: ['SP'], currency: 'BRL' } },
]

/** Screens of what waits: stock, rules, causes, rows, search. */
export async function readQuarantine(db: Database): Promise<void> {
  await readStock(db)
  await readStock(db, domain)
  await readRule(db, 'ordens_venda', 'VBAK_CLIENTE_INEXISTENTE')
  await readRuleTexts(db, 'fr')
  await readThresholds(db, 'en')
  await readTitles(db, 'en')
  for (const filter of FILTERS) {
    await countRows(db, { domain, filter }, AT, true)
    await countRows(db, { domain, filter }, AT, false)
    await readRows(db, { domain, filter }, AT)
  }
  for (const sort of RowSort.options) {
    const first = { domain, filter: {}, sort, limit: 1 }
    for (const desc of [true, false]) {
      const { next } = await readRows(db, { ...first, desc }, AT)
      if (next) await readRows(db, { ...first, desc, after: next }, AT)
    }
  }
  await domainOf(db, { filter: { dataset: 'ordens_venda' } })
  const { rows } = await readRows(db, { domain, filter: {}, limit: 500 }, AT)
  await countReady(
    db,
    rows.map((r) => r.id),
  )
  // One row of every rule: parents, children, bytes and typed values differ.
  const byRule = new Map(rows.map((row) => [row.rule, row.id]))
  for (const id of byRule.values()) await readRow(db, id)
  await searchRows(db, '0000', undefined, 50)
  await searchMoney(db, '0000', domain)
  await readEveryCause(db)
  await readAlerts(db, { domain, dataset: 'ordens_venda', closedDays: 7, limit: 5 }, AT)
  await countAlerts(db, undefined, AT)
}

async function readEveryCause(db: Database): Promise<void> {
  const byMoney = { dataset: 'ordens_venda', currency: 'BRL' }
  const queries: Omit<CauseQuery, 'domain'>[] = [
    {},
    { limit: 1, rank: byMoney, ready: true },
    { dataset: 'ordens_venda', owner: 'x', snoozed: true, claim: 'none', ready: false },
    { dataset: 'ordens_venda', rule: 'VBAK_CLIENTE_INEXISTENTE', claim: 'claimed' },
    {
      dataset: 'ordens_venda_itens',
      rule: 'VBAP_ORDEM_EM_QUARENTENA',
      after: { value: '9', id: 1 },
    },
    { rank: byMoney, after: { value: '9', id: 1 } },
  ]
  for (const query of queries) await readCauses(db, { domain, ...query }, AT)
  await readNextBlockers(db, { dataset: 'ordens_venda', rule: 'VBAK_CLIENTE_INEXISTENTE' })
}

/** Screens of what happened: flow, runs, replays, health, wall. */
export async function readHistory(db: Database): Promise<void> {
  const range = { domain, from: '2026-01-01', to: '2026-12-01' }
  for (const grain of ['day', 'week'] as const) {
    for (const by of ['rule', 'dataset', 'domain'] as const)
      await readFlow(db, { ...range, grain, by })
    await readAges(db, { ...range, grain })
  }
  const asked = { days: 28, grain: 'week', domain: null, dataset: null, rule: null } as const
  await readFlowScreen(db, asked, 'en')
  await readExitTimes(db, range)
  for (const kind of ['in', 'out', 'open'] as const) {
    await readMoves(db, { ...range, kind, limit: 3 })
  }
  await readRuns(db, 99, 9, domain, true)
  for (const { id } of await readRuns(db)) await readRun(db, id)
  for (const { id } of await readReplays(db, undefined)) await readReplay(db, id)
  await readReplays(db, domain)
  await readWall(db)
  await readVersion(db)
  await readTimeZone(db)
  await readProofs(db)
}

/** Screens of figures: Gold, its coverage, flags, declarations. */
export async function readFigures(db: Database): Promise<void> {
  for (const name of await readGoldDomains(db)) await readImpact(db, name)
  const table = await customersTable(db, domain)
  if (!table) throw new Error('order-to-cash has figures per customer')
  await readFigureRows(db, { ...table, currency: null })
  const figure = { domain, rows: 'titulos_abertos', figure: 'carteira_aberta', currency: 'BRL' }
  for (const sort of CUSTOMER_SORTS) {
    const page = await readImpactCustomers(db, table, { ...figure, sort, limit: 1 })
    const more = { sort, limit: 1, text: '0', ...(page.next ? { after: page.next } : {}) }
    await readImpactCustomers(db, table, { ...figure, ...more })
  }
  await readFlags(db, {}, AT)
  const [flag] = await readFlags(db, { dataset: 'clientes', flag: 'cnpj_ausente' }, AT)
  if (!flag) throw new Error('the flag is declared')
  const silver = await silverTableOf(db, flag.dataset)
  if (!silver) throw new Error('the flag is of a Silver table')
  for (const { name } of silver.columns) {
    const page = await readFlagRows(db, silver, { flag: flag.code, sort: name, limit: 1 })
    const more = { limit: 1, text: 'a', ...(page.next ? { after: page.next } : {}) }
    await readFlagRows(db, silver, { flag: flag.code, sort: name, desc: true, ...more })
  }
  await countFlagRows(db, silver, { flag: flag.code })
  for (const { recency } of await readDeclaring(db, undefined)) {
    if (recency) await readRecency(db, recency, AT.toISOString())
  }
  for (const { id } of await readDeclarations(db, undefined)) await readDeclaration(db, id)
}

/** Settings: people, devices, channels. */
export async function readSettings(db: Database): Promise<void> {
  await readShell()
  await isEnabled(db, 'nobody')
  await readSessionUse(db, 'none')
  await endStale(db)
  await readAccounts(db)
  await readDevices(db)
  await openDevice(db, 'A'.repeat(43))
  await mayTry(db, { email: 'ada@example.org', address: '192.0.2.1' })
  await readSessions(db, 'nobody')
  await readChannels(db)
  await readDeliveries(db)
  await readChannelChoices(db, 'en')
  await hasWorker(db)
  await countUnsent(db)
}
