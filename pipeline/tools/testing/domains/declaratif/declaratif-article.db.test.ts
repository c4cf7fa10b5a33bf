/**
 * The claims of the regulatory article, one by one: a row may be moved, never removed; what was
 * set aside says why; the balance looks at what is written; a run that fails declares nothing.
 */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { declaratif } from '@/pipeline/domains/declaratif'
import { markSql } from '@/pipeline/engine/compile/mark'
import { planDataset } from '@/pipeline/engine/compile/plan'
import { postgres } from '@/pipeline/engine/compile/postgres'
import { declared, equation } from '@/pipeline/operations/declaration/testing'
import { sweepAlerts } from '@/pipeline/service/alerts/sweep'
import { statusOf } from '@/pipeline/tools/cli/stock'
import { FIRST_DAY, shipped } from '@/pipeline/tools/testing/adhoc'
import { contracts, holders, night } from './lab'

const R27 = 'R27_TITULAIRE_NON_RATTACHE'
const DAY = 86_400_000

/** Ana and Bruno are known; Zoé was registered this afternoon, and the reference lags behind. */
const KNOWN = holders('P1,Ana Alves', 'P2,Bruno Bernard')
const FEED = [
  'C1,P1,2020-03-01,100.00,EUR',
  'C2,P2,2024-11-30,250.50,EUR',
  'C3,P9,2026-01-04,9000.00,EUR',
  'C4,P9,2026-01-04,1.25,CHF',
]

describe('the join that loses rows', () => {
  it('an inner join would lose the contracts of late holders; here every row is somewhere', async () => {
    const t = await shipped(declaratif)
    await t.run({ ...KNOWN, ...contracts(...FEED) })
    const inner = await t.db.rows(`SELECT c.id_contrat FROM bronze.contrats c
      JOIN bronze.referentiel_personnes p ON p.id_personne = c.id_personne`)
    expect(inner).toHaveLength(2)
    expect(await t.outcome('contrats')).toBe('R4 S2 Q2 D0')
    expect(await t.waiting('contrats')).toEqual([`C3: ${R27}`, `C4: ${R27}`])
  })

  it('the loss would be silent: file, schema and rules of what is kept are all in order', async () => {
    const t = await shipped(declaratif)
    const report = await t.run({ ...KNOWN, ...contracts(...FEED) })
    expect(report.checks.every((c) => c.ok)).toBe(true)
    expect(await t.silver('contrats', 'id_contrat', 'nom_titulaire')).toEqual([
      { id_contrat: 'C1', nom_titulaire: 'Ana Alves' },
      { id_contrat: 'C2', nom_titulaire: 'Bruno Bernard' },
    ])
  })

  it('the loss would be correlated: it hits the newest holders, and the view says so', async () => {
    const t = await shipped(declaratif)
    await t.run({ ...KNOWN, ...contracts(...FEED) })
    expect(
      await t.db.rows(`SELECT titulaire, premiere_date::text AS date, lignes, lignes_en_quarantaine
        FROM gold.recence_titulaires ORDER BY premiere_date DESC, titulaire`),
    ).toEqual([
      { titulaire: 'P9', date: '2026-01-04', lignes: 2, lignes_en_quarantaine: 2 },
      { titulaire: 'P2', date: '2024-11-30', lignes: 1, lignes_en_quarantaine: 0 },
      { titulaire: 'P1', date: '2020-03-01', lignes: 1, lignes_en_quarantaine: 0 },
    ])
  })

  it('no join of the compiled statement is an inner one', () => {
    const plan = planDataset(
      declaratif,
      declaratif.datasets.find((d) => d.name === 'contrats') as (typeof declaratif.datasets)[0],
      postgres,
    )
    for (const snapshot of [true, false]) {
      const joins = markSql(plan, { runs: [1] }, snapshot).match(/(\w+) JOIN/g) ?? []
      expect(joins.length).toBeGreaterThan(0)
      expect(joins.filter((join) => join !== 'LEFT JOIN')).toEqual([])
    }
  })
})

describe('moved, never removed', () => {
  it('the row carries its rule, A_TRAITER and the time, and its values as received', async () => {
    const t = await shipped(declaratif)
    await t.run({ ...KNOWN, ...contracts(...FEED) })
    const [row] = await t.live('contrats')
    expect(row).toMatchObject({
      key_text: 'C3',
      rule: R27,
      statut: 'A_TRAITER',
      amount: '9000.00',
      currency: 'EUR',
      customer: 'P9',
      raw: { id_contrat: 'C3', id_personne: 'P9', montant: '9000.00' },
    })
    const horodatage = 'SELECT DISTINCT first_seen AS at FROM quality.quarantine'
    expect(await t.db.rows(horodatage)).toEqual([{ at: FIRST_DAY }])
  })

  it('one rule code per row, R27 first; what else is wrong stands beside it', async () => {
    const t = await shipped(declaratif)
    await t.run({ ...KNOWN, ...contracts('C5,P9,,-3.00,euro', 'C6,P1,,-3.00,euro') })
    const rest = [
      'CONTRAT_DATE_EFFET_ABSENTE',
      'CONTRAT_MONTANT_INVALIDE',
      'CONTRAT_DEVISE_INVALIDE',
    ]
    expect(await t.waiting('contrats')).toEqual([
      `C5: ${[R27, ...rest].join(', ')}`,
      `C6: ${rest.join(', ')}`,
    ])
  })

  it('nom_titulaire IS NULL is the test: a holder without a name is none', async () => {
    const t = await shipped(declaratif)
    await t.run({ ...holders('P1,Ana Alves', 'P9, '), ...contracts(...FEED.slice(2)) })
    expect(await t.waiting('referentiel_personnes')).toEqual(['P9: PERSONNE_NOM_ABSENT'])
    expect(await t.waiting('contrats')).toEqual([`C3: ${R27}`, `C4: ${R27}`])
    await t.run(holders('P9,Zoé Zola'), { mode: 'delta' })
    await night(t)
    expect(await t.waiting('contrats')).toEqual([])
  })

  it('a holder that is set aside for another reason has a code of its own, and its contracts follow it', async () => {
    const t = await shipped(declaratif)
    const file = (date: string) => ({
      'referentiel_personnes.csv': `id_personne,nom_titulaire,date_creation\nP9,Zoé Zola,${date}\n`,
    })
    await t.run({ ...file('2026-13-45'), ...contracts(...FEED.slice(2)) })
    const waits = 'CONTRAT_TITULAIRE_EM_QUARENTENA'
    expect(await t.waiting('contrats')).toEqual([`C3: ${waits}`, `C4: ${waits}`])
    await t.run(file('2026-01-04'), { mode: 'delta' })
    await night(t)
    expect(await t.values('contrats', 'id_contrat')).toEqual(['C3', 'C4'])
  })

  it('once the reference has caught up, the scheduled job replays the A_TRAITER rows and settles them', async () => {
    const t = await shipped(declaratif)
    await t.run({ ...KNOWN, ...contracts(...FEED) })
    expect(await night(t)).toBeUndefined()
    await t.run(holders('P1,Ana Alves', 'P2,Bruno Bernard', 'P9,Zoé Zola'))
    expect((await t.live('contrats')).map((r) => r.ready)).toEqual([true, true])
    expect(await night(t)).toBeGreaterThan(0)
    expect(await t.exits('contrats')).toEqual(['C3: REPLAYED', 'C4: REPLAYED'])
    expect(await t.values('contrats', 'id_contrat')).toEqual(['C1', 'C2', 'C3', 'C4'])
  })

  it('each file comes at its own pace: contracts alone, then the reference alone', async () => {
    const t = await shipped(declaratif)
    await t.run(contracts(...FEED))
    expect(await t.outcome('contrats')).toBe('R4 S0 Q4 D0')
    const report = await t.run(KNOWN)
    expect(report.datasets.contrats).toMatchObject({ received: 0 })
    await night(t)
    expect(await t.values('contrats', 'id_contrat')).toEqual(['C1', 'C2'])
    // A holder that the reference no longer has takes its contracts out again.
    await t.run(holders('P1,Ana Alves'))
    expect(await t.values('contrats', 'id_contrat')).toEqual(['C1'])
    expect(await t.waiting('contrats')).toContain(`C2: ${R27}`)
  })
})

describe('the control that makes the loss impossible', () => {
  it('counts the rows received, not those left after duplicates were dropped', async () => {
    const t = await shipped(declaratif)
    const report = await t.run({ ...KNOWN, ...contracts(...FEED, FEED[0] as string) })
    expect(report.datasets.contrats).toMatchObject({ received: 5, silver: 2, duplicates: 1 })
    expect(report.checks.find((c) => c.name === 'balance.contrats')).toMatchObject({
      expected: '5',
      found: '5',
    })
  })

  it('reads the written tables after the last write: rows lost on the way fail the run, and nothing is declared', async () => {
    const t = await shipped(declaratif)
    await t.run({ ...KNOWN, ...contracts(...FEED.slice(0, 2)) })
    // A fault in the writing itself, which no statement reports: a row is dropped behind its back.
    await t.db.exec(`CREATE FUNCTION quality.lose() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RETURN CASE WHEN NEW.key_text = 'C4' THEN NULL ELSE NEW END; END $$`)
    await t.db.exec(`CREATE TRIGGER lose BEFORE INSERT ON quality.quarantine
      FOR EACH ROW EXECUTE FUNCTION quality.lose()`)
    const report = await t.deliver(contracts(...FEED))
    expect(report).toMatchObject({ status: 'failed', exitCode: 3 })
    expect(report.checks.find((c) => c.name === 'balance.contrats')).toMatchObject({
      ok: false,
      expected: '4',
      found: '3',
    })
    expect(await t.values('contrats', 'id_contrat')).toEqual(['C1', 'C2'])
    await expect(declared(t)).rejects.toMatchObject({
      exitCode: 3,
      reason: 'run_failed',
      message: expect.stringMatching(/run 2, its latest, failed \(balance\.contrats/),
    })
    expect(await t.db.rows('SELECT FROM quality.declaration_part')).toEqual([])
  })
})

describe('an anomaly is a business object', () => {
  it('a stock older than three weeks raises a critical alert', async () => {
    const t = await shipped(declaratif)
    await t.run({ ...KNOWN, ...contracts(...FEED) })
    await sweepAlerts(t.db, new Date(FIRST_DAY.getTime() + 20 * DAY))
    const alerts = `SELECT level FROM quality.alert WHERE kind = 'age' AND rule = '${R27}'
      AND closed_at IS NULL`
    expect(await t.db.rows(alerts)).toEqual([{ level: 'warning' }])
    await sweepAlerts(t.db, new Date(FIRST_DAY.getTime() + 21 * DAY + 1000))
    expect(await t.db.rows(alerts)).toEqual([{ level: 'critical' }])
  })

  it('what came in and what went out is counted, not only the stock', async () => {
    const t = await shipped(declaratif)
    await t.run({ ...KNOWN, ...contracts(...FEED) })
    const { as_of } = await t.run(holders('P1,Ana Alves', 'P2,Bruno Bernard', 'P9,Zoé Zola'))
    await night(t, new Date(as_of))
    const now = await t.db.row<{ at: Date }>(
      `SELECT max(at) + interval '1 minute' AS at FROM quality.quarantine_event`,
    )
    const status = await statusOf(t.db, t.domain, now.at)
    expect(status.rules).toMatchObject([{ rule: R27, open: 0, out_7d: 2 }])
  })
})

describe('the declaration', () => {
  it('R27 from arrival to the declaration: what is declared and what is not is all accounted for', async () => {
    const t = await shipped(declaratif)
    await t.run({ ...KNOWN, ...contracts(...FEED) })
    const before = await declared(t)
    expect(equation(before.certificate)).toBe('4 = 2 + 2 O + 0 C + 0 D')
    expect(before.certificate.figures.open_by_rule).toMatchObject([
      { rule: R27, rows: 2, amount: { CHF: '1.25', EUR: '9000.00' } },
    ])
    expect(before.content.toString()).toBe(
      [
        'id_contrat,id_personne,nom_titulaire,date_effet,montant,devise',
        'C1,P1,Ana Alves,2020-03-01,100.00,EUR',
        'C2,P2,Bruno Bernard,2024-11-30,250.50,EUR',
        '',
      ].join('\r\n'),
    )
    await t.run(holders('P9,"Zola, Zoé"'), { mode: 'delta' })
    await night(t)
    const after = await declared(t)
    expect(equation(after.certificate)).toBe('4 = 4 + 0 O + 0 C + 0 D')
    expect(after.content.toString()).toContain('C3,P9,"Zola, Zoé",2026-01-04,9000.00,EUR\r\n')
    expect(after.certificate.output.sha256).toBe(
      createHash('sha256').update(after.content).digest('hex'),
    )
    expect(after.certificate).toMatchObject({
      run: { id: 2, status: 'committed', mode: 'delta' },
      replays: [{ status: 'done', settled: 2 }],
      declared_amount: { CHF: '1.25', EUR: '9350.50' },
    })
  })
})
