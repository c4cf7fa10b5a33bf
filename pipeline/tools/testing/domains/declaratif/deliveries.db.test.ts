/** Generated deliveries, contracts and reference each at its own pace, against their ground truth. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { declaratif } from '@/pipeline/domains/declaratif'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { type GenerateReport, generateDeclaratif } from '@/pipeline/tools/generate/declaratif'
import type { Fault } from '@/pipeline/tools/generate/kit/truth-writer'
import { type Adhoc, shipped } from '@/pipeline/tools/testing/adhoc'
import { replay } from '@/pipeline/tools/testing/replay/asking'

const out = mkdtempSync(join(tmpdir(), 'lazaret-declaratif-'))
afterAll(() => rmSync(out, { recursive: true }))

/** Open rows as `dataset key RULE amount`; a record without a readable key counts under ''. */
async function openRows(t: Adhoc): Promise<string[]> {
  const rows = await t.db.rows<{ row: string }>(`SELECT concat_ws(' ', dataset,
      CASE WHEN rule LIKE '%_MALFORMADO' THEN '' ELSE key_text END, rule,
      CASE WHEN rule LIKE 'R27%' THEN amount END) AS row
    FROM quality.quarantine WHERE statut = 'A_TRAITER'`)
  return rows.map((r) => r.row).sort()
}

function expectedRows(faults: Fault[], delivery: number): string[] {
  const open = faults.filter(
    (f) => f.delivery <= delivery && (f.fixed_in === null || f.fixed_in > delivery),
  )
  return open
    .map(({ table, key, rule, amount }) =>
      [
        table,
        rule.endsWith('_MALFORMADO') ? '' : Object.values(key)[0],
        rule,
        ...(rule.startsWith('R27') && amount ? [amount] : []),
      ].join(' '),
    )
    .sort()
}

describe('generated deliveries', () => {
  it('end, each of them, in the quarantine that the ground truth names', async () => {
    const report: GenerateReport = await generateDeclaratif({
      out,
      scale: 0.3,
      seed: 5,
      deliveries: 14,
      fullEvery: 6,
    })
    const { faults }: { faults: Fault[] } = JSON.parse(
      readFileSync(join(out, 'faults.json'), 'utf8'),
    )
    expect(new Set(faults.map((f) => f.rule)).size).toBeGreaterThanOrEqual(10)
    const t = await shipped(declaratif)
    for (const { delivery, folder, counts, duplicates } of report.deliveries) {
      const run = await runDelivery(t.url, { domain: t.domain, input: join(out, folder) })
      expect(run.error).toBeUndefined()
      for (const [name, n] of Object.entries(counts)) {
        const dataset = run.datasets[name]
        expect(dataset?.received, `${name} of ${delivery}`).toBe(n)
        const twice = duplicates[name as keyof typeof duplicates] ?? 0
        expect(dataset?.duplicates, `${name} of ${delivery}`).toBe(twice)
      }
      await replay(t, { asOf: run.as_of })
      expect(await openRows(t), `after ${delivery}`).toEqual(expectedRows(faults, delivery))
    }
  }, 120_000)

  it('are the same bytes for the same options, and late for the newest people only', async () => {
    const again = mkdtempSync(join(tmpdir(), 'lazaret-declaratif-'))
    const made = async (seed: number) => {
      await generateDeclaratif({ out: again, scale: 0.05, seed, deliveries: 4 })
      return readFileSync(join(again, '001', 'contrats.csv'), 'utf8')
    }
    const first = await made(1)
    expect(await made(2)).not.toBe(first)
    expect(await made(1)).toBe(first)
    const { faults } = JSON.parse(readFileSync(join(again, 'faults.json'), 'utf8'))
    const late = (faults as Fault[]).filter((f) => f.fault === 'late_holder')
    const dates = new Map(
      first.split('\n').map((line) => [line.split(',')[0], line.split(',')[2]] as const),
    )
    for (const fault of late.filter((f) => f.delivery === 1)) {
      const date = dates.get(fault.key.id_contrat as string) as string
      expect(date > '2026-05-01', `${fault.key.id_contrat} of ${date}`).toBe(true)
    }
    rmSync(again, { recursive: true })
  })
})
