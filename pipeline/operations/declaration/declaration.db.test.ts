/** What a declaration accounts for over deliveries of every kind, and when there is none. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { lockDomain } from '@/lib/shared/db/turn'
import { declaratif } from '@/pipeline/domains/declaratif'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { generateDeclaratif } from '@/pipeline/tools/generate/declaratif'
import { type Adhoc, shipped } from '@/pipeline/tools/testing/adhoc'
import { contracts, holders, night } from '@/pipeline/tools/testing/domains/declaratif/lab'
import { ask, replay } from '@/pipeline/tools/testing/replay/asking'
import { executeDeclaration } from './execute'
import { askDeclaration, declared, equation } from './testing'

const KNOWN = holders('P1,Ana', 'P2,Bia')
let t: Adhoc
beforeEach(async () => {
  t = await shipped(declaratif)
})

/** What the verb "close with a reason" leaves behind. */
async function close(key: string): Promise<void> {
  await t.db.exec(
    `WITH closed AS (UPDATE quality.quarantine SET statut = 'CLASSEE', settled_at = first_seen,
        exit_reason = 'CLASSEE', ready = false WHERE key_text = $1 AND statut = 'A_TRAITER' RETURNING *)
    INSERT INTO quality.quarantine_event (quarantine_id, at, kind, reason, actor, dataset, open_from,
      rule_from, currency_from, amount_from, open_to, rule, currency, amount)
    SELECT id, first_seen, 'EXITED', 'CLASSEE', 'ana', dataset, true, rule, currency, amount, false,
      rule, currency, amount FROM closed`,
    [key],
  )
}

describe('collected', () => {
  it('is every record since the last full delivery that no newer one replaced', async () => {
    await t.run({ ...KNOWN, ...contracts('C0,P1,2026-01-01,1,EUR') })
    await t.run(
      contracts('C1,P1,2026-01-01,1,EUR', 'C1,P1,2026-01-01,1,EUR', 'C2,P9,2026-01-01,2,EUR', 'x'),
    )
    // C0 was withdrawn by the full delivery: it is no longer in the universe.
    expect(equation((await declared(t)).certificate)).toBe('4 = 1 + 2 O + 0 C + 1 D')
    await t.run(contracts('C2,P2,2026-01-01,3,EUR', 'C3,P9,2026-01-02,4,EUR', 'C4,P1,,5,EUR'), {
      mode: 'delta',
    })
    await close('C4')
    const { certificate } = await declared(t)
    expect(equation(certificate)).toBe('6 = 2 + 2 O + 1 C + 1 D')
    expect(certificate.figures).toMatchObject({ received: 7, superseded: 1 })
    expect(certificate.inputs.map((f) => `${f.run} ${f.file} ${f.received}`)).toEqual([
      '1 referentiel_personnes.csv 2',
      '2 contrats.csv 4',
      '3 contrats.csv 3',
    ])
    // The copy of C1 goes with it when a newer C1 comes.
    await t.run(contracts('C1,P1,2026-01-01,9,EUR'), { mode: 'delta' })
    expect(equation((await declared(t)).certificate)).toBe('5 = 2 + 2 O + 1 C + 0 D')
  })

  it('is the same, and the file too, after generated weeks, replays, and a rebuild', async () => {
    const out = mkdtempSync(join(tmpdir(), 'lazaret-declared-'))
    const made = await generateDeclaratif({ out, scale: 0.1, seed: 3, deliveries: 9, fullEvery: 6 })
    for (const { folder, as_of } of made.deliveries) {
      const input = join(out, folder)
      expect((await runDelivery(t.url, { domain: t.domain, input })).status).toBe('committed')
      await night(t, new Date(as_of))
      const { certificate } = await declared(t)
      // Counted from the files alone: keys of contracts since the last full one, copies on top.
      const last = made.deliveries.findLastIndex(
        (d) => d.mode === 'full' && d.counts.contrats && d.as_of <= as_of,
      )
      const keys = new Map<string, string[]>()
      for (const d of made.deliveries.slice(last).filter((x) => x.as_of <= as_of)) {
        if (!d.counts.contrats) continue
        const lines = readFileSync(join(out, d.folder, 'contrats.csv'), 'utf8')
          .trim()
          .split('\n')
        const images = new Map<string, string[]>()
        for (const line of lines.slice(1)) {
          const [first] = line.split(',')
          const key = line.split(',').length === 5 ? (first as string) : line
          images.set(key, [...(images.get(key) ?? []), line])
        }
        for (const [key, list] of images) keys.set(key, list)
      }
      const collected = [...keys.values()].reduce((sum, list) => sum + list.length, 0)
      expect(certificate.figures.collected).toBe(collected)
    }
    rmSync(out, { recursive: true })
    const before = await declared(t)
    expect((await t.rebuild({ asOf: new Date() })).status).toBe('committed')
    const after = await declared(t)
    expect(equation(after.certificate)).toBe(equation(before.certificate))
    expect(after.content.equals(before.content)).toBe(true)
    expect(after.certificate.run.kind).toBe('rebuild')
  }, 60_000)
})

describe('the file', () => {
  it('is whole whatever its size, exact in its values, and matches its hash', async () => {
    const wide = (n: number) => `C${String(n).padStart(6, '0')},P1,2026-01-01,${n}.05,EUR`
    await t.run({
      ...holders(`P1,"D'Ávila; ""=Ção"", Zoé ${'x'.repeat(60)}"`),
      ...contracts(...Array.from({ length: 12_001 }, (_, i) => wide(i + 1))),
    })
    const { certificate, content } = await declared(t)
    const parts = await t.db.rows<{ n: number }>(
      'SELECT n, length(content) AS bytes FROM quality.declaration_part ORDER BY n',
    )
    expect(parts.length).toBeGreaterThan(1)
    expect(certificate.output).toMatchObject({
      rows: 12_001,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    const lines = content.toString('utf8').split('\r\n')
    expect(lines[1]).toBe(
      `C000001,P1,"D'Ávila; ""=Ção"", Zoé ${'x'.repeat(60)}",2026-01-01,1.05,EUR`,
    )
    expect(lines.slice(1, -1)).toEqual(lines.slice(1, -1).toSorted())
    expect(JSON.stringify(certificate)).not.toContain(process.cwd())
  })
})

describe('there is no declaration', () => {
  const refused = (reason: string, words: RegExp) =>
    expect(declared(t)).rejects.toMatchObject({
      exitCode: 3,
      reason,
      message: expect.stringMatching(words),
    })
  afterEach(async () => {
    expect(await t.db.rows('SELECT FROM quality.declaration_part')).toEqual([])
    expect(
      await t.db.rows(`SELECT FROM quality.declaration WHERE status <> 'refused' OR error IS NULL`),
    ).toEqual([])
  })

  it('before the first run, nor before what it declares was delivered', async () => {
    await refused('no_run', /no delivery/)
    await t.run(KNOWN)
    await refused('nothing_delivered', /contrats/)
  })

  it('after a run that was refused or broke off', async () => {
    await t.run({ ...KNOWN, ...contracts('C1,P1,2026-01-01,1,EUR') })
    await t.deliver({ 'contrats.csv': 'id_contrat,montant\nC1,1\n' })
    await refused('run_refused', /run 2, its latest, was refused \(contrats\.csv lacks/)
    await t.run(KNOWN)
    await t.db.exec(`INSERT INTO quality.run (domain, kind, mode, status, as_of, started_at)
      VALUES ('declaratif', 'delivery', 'full', 'running', now(), now())`)
    await refused('run_interrupted', /interrupted/)
  })

  it('while a replay waits, nor after one that failed, until another went well', async () => {
    await t.run({ ...KNOWN, ...contracts('C1,P9,2026-01-01,1,EUR') })
    await t.run(holders('P9,Zoé'), { mode: 'delta' })
    const id = await ask(t.db, t.domain)
    await refused('replay_waiting', new RegExp(`replay ${id}`))
    await t.db.exec(
      `UPDATE quality.replay SET status = 'failed', references_run = 2, finished_at = now(),
      error = '{"message": "balance.contrats: expected 1, found 0"}' WHERE id = $1`,
      [id],
    )
    await refused('replay_failed', /balance\.contrats/)
    expect(await replay(t)).toMatchObject({ settled: 1 })
    expect(equation((await declared(t)).certificate)).toBe('1 = 1 + 0 O + 0 C + 0 D')
    await t.db.exec(`DELETE FROM quality.declaration_part`)
    await t.db.exec(`DELETE FROM quality.declaration WHERE status = 'done'`)
  })

  it('when a row is nowhere, or another one stands in its place', async () => {
    await t.run({ ...KNOWN, ...contracts('C1,P1,2026-01-01,1,EUR', 'C2,P2,2026-01-01,2,EUR') })
    await t.db.exec(`UPDATE silver.contrats SET key_hash = md5('other')::uuid, id_contrat = 'C9'
      WHERE id_contrat = 'C2'`)
    await refused('incomplete', /standing_silver\.contrats: expected 2, found 1/)
    await t.db.exec(`DELETE FROM silver.contrats WHERE id_contrat = 'C9'`)
    await refused('incomplete', /completeness\.contrats: expected 2, found 1/)
  })

  it('when the rules have changed since the run', async () => {
    await t.run({ ...KNOWN, ...contracts('C1,P1,2026-01-01,1,EUR') })
    await t.db.exec(
      `UPDATE quality.dataset_state SET fingerprint = 'other' WHERE dataset = 'contrats'`,
    )
    await refused('rules_changed', /contrats/)
  })
})

describe('asking', () => {
  it('twice is one declaration, done once, behind whatever holds the turn of the domain', async () => {
    await t.run({ ...KNOWN, ...contracts('C1,P1,2026-01-01,1,EUR') })
    const holder = await Db.open(t.url)
    await lockDomain(holder, 'declaratif', true, () => {})
    const ids = [await askDeclaration(t.db, t.domain), await askDeclaration(t.db, t.domain)]
    expect(ids[0]).toBe(ids[1])
    const both = Promise.all(ids.map((id) => executeDeclaration(t.url, t.domain, id)))
    await holder.close()
    await both
    await executeDeclaration(t.url, t.domain, ids[0] as number)
    expect(await t.db.rows('SELECT status FROM quality.declaration')).toEqual([{ status: 'done' }])
    expect(await t.db.rows('SELECT n FROM quality.declaration_part')).toEqual([{ n: 0 }])
    // One whose process died on the way left no part behind, and is done again.
    const third = await askDeclaration(t.db, t.domain)
    expect(third).not.toBe(ids[0])
    await t.db.exec(`UPDATE quality.declaration SET status = 'running' WHERE id = $1`, [third])
    expect(await askDeclaration(t.db, t.domain)).toBe(third)
    await executeDeclaration(t.url, t.domain, third)
    expect(await t.db.rows('SELECT DISTINCT status FROM quality.declaration')).toEqual([
      { status: 'done' },
    ])
  })
})
