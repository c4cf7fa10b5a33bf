/**
 * Eight weeks of order-to-cash: a full extract every week, changes every day. After each delivery
 * the database is compared, row by row, with a computation that shares no code with the engine.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ExpectedState,
  expectedState,
  type OpenRow,
} from '@/pipeline/tools/generate/order-to-cash/oracle'
import { generated, tally } from '@/pipeline/tools/generate/order-to-cash/testing'
import { Lab, scratch } from './lab'
import { closingOf, dayIn, flowsOf, ledgerOf, type Stock, stockOf } from './ledger'
import { hashOfKeys, nameOf, type Observed, readEnds, readKeys, readOpen } from './observed'

import {
  CLOSED_AFTER,
  change,
  DELIVERIES,
  domainAt,
  fallBack,
  LEAVES,
  LENIENT,
  rulesAt,
  STRICT,
  TRUNCATED,
  ZONE,
} from './weeks'

describe('eight weeks of deliveries', () => {
  let lab: Lab
  let files: Awaited<ReturnType<typeof generated>>
  let states: ExpectedState[]
  /** Open stock at the end of each day of the workspace. */
  const closing = new Map<string, Stock>()
  const asOf = (d: number) => new Date(files.truth.deliveries[d - 1]?.as_of as string)

  beforeAll(async () => {
    lab = await Lab.open(ZONE)
    files = await generated({ scale: 0.06, seed: 11, deliveries: DELIVERIES, fullEvery: 7 })
    fallBack(files)
    states = expectedState(files.dirs, rulesAt)
  }, 120_000)
  afterAll(async () => {
    files.remove()
    await lab.close()
  })

  /** Rows that a person has closed, with what they were then. */
  const closed = new Map<number, { rule: string; values: string }>()
  const seen = { stayed: 0, reopened: 0, settled: 0 }

  /** What the verb "close with a reason" does. */
  async function closeSome(d: number): Promise<void> {
    const at = new Date(asOf(d).getTime() + 9 * 3_600_000)
    await lab.db.exec('BEGIN')
    const rows = await lab.db.rows<{ id: string }>(
      `UPDATE quality.quarantine SET statut = 'CLASSEE', settled_at = $1, exit_reason = 'CLASSEE',
        ready = false
      WHERE statut = 'A_TRAITER' AND dataset = ANY ($2) AND id % 3 = 0 RETURNING id`,
      [at, LEAVES],
    )
    await lab.db.exec(
      `INSERT INTO quality.quarantine_event (quarantine_id, at, kind, reason, actor, dataset, open_from,
        rule_from, currency_from, amount_from, open_to, rule, currency, amount)
      SELECT id, $1, 'EXITED', 'CLASSEE', 'ana@example.com', dataset, true, rule, currency, amount,
        false, rule, currency, amount FROM quality.quarantine WHERE id = ANY ($2)`,
      [at, rows.map((r) => r.id)],
    )
    await lab.db.exec('COMMIT')
    for (const row of await readOpen(lab.db)) {
      if (row.statut === 'CLASSEE') closed.set(row.id, { rule: row.rule, values: row.content })
    }
    closing.set(dayIn(ZONE, at), await stockOf(lab.db))
  }

  /** A closed row stays closed while nothing about it changes, and only then. */
  async function expectClosed(): Promise<void> {
    const rows = new Map((await readOpen(lab.db)).map((r) => [r.id, r]))
    for (const [id, was] of closed) {
      const row = rows.get(id)
      const same = row && row.rule === was.rule && row.content === was.values
      if (!row) seen.settled++
      else if (same) seen.stayed++
      else seen.reopened++
      expect(row?.statut ?? 'SOLDEE').toBe(!row ? 'SOLDEE' : same ? 'CLASSEE' : 'A_TRAITER')
      if (!same) closed.delete(id)
    }
    for (const row of rows.values()) if (!closed.has(row.id)) expect(row.statut).toBe('A_TRAITER')
  }

  const ofOracle = (r: OpenRow) =>
    [r.dataset, nameOf(r), r.rule, asOf(r.since).toISOString(), r.amount, r.ready].join(' ')
  /** What a person has closed is nobody's to replay; the oracle knows of no persons. */
  const ofDatabase = (ready: Set<string>) => (r: Observed) => {
    const would = r.statut === 'CLASSEE' ? ready.has(`${r.dataset} ${r.key}`) : r.ready
    return [r.dataset, r.key, r.rule, r.since, r.amount, would].join(' ')
  }

  async function agrees(d: number): Promise<void> {
    const state = states[d - 1] as ExpectedState
    expect(await lab.silver()).toEqual(state.silver)
    if (state.mode === 'full' || change(d)) expect(await readKeys(lab.db)).toEqual(keyHashes(state))
    const open = await readOpen(lab.db)
    expect(tally(open, (r) => r.rule)).toEqual(state.open)
    expect(open.filter((r) => r.statut === 'CLASSEE' && r.ready)).toEqual([])
    const ready = state.keys.open.filter((r) => r.ready).map((r) => `${r.dataset} ${nameOf(r)}`)
    const observed = open.map(ofDatabase(new Set(ready)))
    const expected = state.keys.open.map(ofOracle)
    // As differences: thousands of equal lines would bury them.
    expect({
      delivery: d,
      more: without(observed, expected),
      fewer: without(expected, observed),
    }).toEqual({
      delivery: d,
      more: [],
      fewer: [],
    })
  }

  /** Where each row that was live before the delivery and is not any more has gone. */
  function expectedEnds(d: number): string[] {
    const [before, after] = [states[d - 2], states[d - 1]] as [ExpectedState, ExpectedState]
    const live = new Set(after.keys.open.map((r) => `${r.dataset} ${r.key}`))
    const gone = before.keys.open.filter((r) => !live.has(`${r.dataset} ${r.key}`))
    const silver = new Map(
      Object.entries(after.keys.silver).map(([name, keys]) => [name, new Set(keys)]),
    )
    return gone
      .map(
        (r) =>
          `${r.dataset} ${nameOf(r)} ${silver.get(r.dataset)?.has(r.key) ? 'CORRECTED' : 'WITHDRAWN'}`,
      )
      .sort()
  }

  it('agree with the oracle after each of them', async () => {
    const truncated = scratch()
    for (let d = 1; d <= DELIVERIES; d++) {
      const dir = files.dirs[d - 1] as string
      const domain = domainAt(d)
      if (d === TRUNCATED) {
        cpSync(dir, truncated.dir, { recursive: true })
        const path = join(truncated.dir, 'VBAP.csv')
        const lines = readFileSync(path, 'latin1').split('\n')
        writeFileSync(path, `${lines.slice(0, lines.length * 0.6).join('\n')}\n`, 'latin1')
        const before = await lab.hashes()
        const refused = await lab.run(truncated.dir, { domain })
        expect(refused).toMatchObject({
          status: 'refused',
          exitCode: 2,
          error: { reason: 'shrink' },
        })
        expect(refused.error?.message).toContain('ordens_venda_itens')
        expect(await lab.hashes()).toEqual(before)
        truncated.remove()
      }
      const report = await lab.committed(dir, { domain })
      expect(report).toMatchObject({ mode: states[d - 1]?.mode, as_of: asOf(d).toISOString() })
      const received = Object.entries(report.sources).map(([s, n]) => [s, n.received])
      expect(Object.fromEntries(received)).toEqual(states[d - 1]?.received)
      const losers = await lab.db.rows<{ file: string }>(
        'SELECT file FROM quality.duplicate WHERE run_id = $1',
        [report.run],
      )
      expect(tally(losers, (l) => l.file.slice(0, 4))).toEqual(states[d - 1]?.duplicates)
      await agrees(d)
      const ends = await readEnds(lab.db, report.run as number)
      if (d > 1 && !change(d)) expect(ends).toEqual(expectedEnds(d))
      if (change(d)) {
        const ruled = ends.filter((e) => e.endsWith('RULE_CHANGED'))
        if (d !== STRICT.from && d !== LENIENT.to) expect(ruled.length).toBeGreaterThan(0)
        const reasonless = (list: string[]) => list.map((e) => e.replace(/ \w+$/, ''))
        expect(reasonless(ends)).toEqual(reasonless(expectedEnds(d)))
      }
      await expectClosed()
      closing.set(dayIn(ZONE, asOf(d)), await stockOf(lab.db))
      if (CLOSED_AFTER.includes(d)) await closeSome(d)
    }
  }, 480_000)

  it('bring everything that such weeks bring', async () => {
    const reasons = await lab.db.rows<{ reason: string }>(
      `SELECT DISTINCT reason FROM quality.quarantine_event WHERE kind = 'EXITED' ORDER BY 1`,
    )
    expect(reasons.map((r) => r.reason)).toEqual([
      'CLASSEE',
      'CORRECTED',
      'RULE_CHANGED',
      'WITHDRAWN',
    ])
    const kinds = await lab.db.rows<{ kind: string }>(
      'SELECT DISTINCT kind FROM quality.quarantine_event ORDER BY 1',
    )
    expect(kinds.map((k) => k.kind)).toEqual([
      'ENTERED',
      'EXITED',
      'REOPENED',
      'REVALUED',
      'RULE_CHANGED',
    ])
    for (const n of Object.values(seen)) expect(n).toBeGreaterThan(0)
    const rules = await lab.db.rows<{ rule: string }>(
      'SELECT DISTINCT rule FROM quality.quarantine',
    )
    const codes = rules.map((r) => r.rule)
    for (const code of [
      'VBAP_CHAVE_AMBIGUA',
      'VBAK_CLIENTE_INEXISTENTE',
      'VBAP_ORDEM_EM_QUARENTENA',
      'VBAK_VALOR_ALTO',
      'VBAP_VALOR_NEGATIVO',
      'VBRP_FATURA_EM_QUARENTENA',
      'VBAP_MALFORMADO',
    ]) {
      expect(codes).toContain(code)
    }
    expect(await lab.number('SELECT sum(withheld) FROM quality.run_dataset')).toBeGreaterThan(10)
    expect(states.some((s) => s.keys.open.some((r) => r.ready))).toBe(true)
  })

  it('link a new stay of a key to the one before', async () => {
    const stays = await lab.db.rows<{
      id: string
      key: string
      at: Date
      previous_id: string | null
      settled_at: Date | null
    }>(
      `SELECT id, dataset || key_hash AS key, first_seen AS at, settled_at, previous_id
      FROM quality.quarantine ORDER BY id`,
    )
    let linked = 0
    for (const stay of stays) {
      const earlier = stays.filter(
        (s) =>
          s.key === stay.key &&
          Number(s.id) < Number(stay.id) &&
          s.settled_at &&
          s.settled_at <= stay.at,
      )
      expect(stay.previous_id).toBe(earlier.at(-1)?.id ?? null)
      if (stay.previous_id) linked++
    }
    expect(linked).toBeGreaterThan(5)
  })

  it('keep a ledger that the events alone explain, day by day', async () => {
    const flows = await flowsOf(lab.db, ZONE)
    expect(await ledgerOf(lab.db)).toEqual(flows)
    let opening: Stock = new Map()
    const days = [...new Set([...flows.keys(), ...closing.keys()])].sort()
    expect(days.length).toBeGreaterThanOrEqual(DELIVERIES)
    for (const day of days) {
      opening = closingOf(opening, flows.get(day))
      if (closing.has(day)) expect([day, opening]).toEqual([day, closing.get(day)])
    }
    expect(opening).toEqual(await stockOf(lab.db))
  })
})

function keyHashes(state: ExpectedState): Record<string, string> {
  return Object.fromEntries(
    Object.entries(state.keys.silver).map(([name, keys]) => [name, hashOfKeys(keys)]),
  )
}

/** The elements of a list beyond those of another, repetitions counted. */
function without(list: string[], other: string[]): string[] {
  const counts = tally(other, (x) => x)
  return list.filter((x) => {
    counts[x] = (counts[x] ?? 0) - 1
    return (counts[x] as number) < 0
  })
}
