/** Runs generated deliveries of a table and holds every one against what must come out. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Domain } from '@/pipeline/engine/define/schema'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { type Adhoc, shipped } from '@/pipeline/tools/testing/adhoc'
import type { DeliveryOptions } from '../options'
import type { Fault } from '../truth-writer'
import type { GenerateReport } from '.'

/** A generator, and a computation of its own of what a valid record becomes in Silver. */
export interface Subject {
  domain: Domain
  generate(options: DeliveryOptions): Promise<GenerateReport>
  /** The Silver columns that `silverOf` gives, in this order; the key comes first. */
  columns: readonly string[]
  /** Silver values of a record as one text; null where it must not get there. */
  silverOf(fields: readonly string[]): string | null
  /** Of several records of a key in one delivery, the last wins; else none does. */
  lastWins: boolean
}

/** Fields of a record that has no line ends in it. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) =>
    m[1] === undefined ? (m[2] ?? '') : m[1].replaceAll('""', '"'),
  )

/** What Silver holds after a delivery, from its file and what was there before. */
function apply(before: Map<string, string | null>, text: string, full: boolean, subject: Subject) {
  const after = full ? new Map<string, string | null>() : before
  const images = new Map<string, string[]>()
  const [header = '', ...lines] = text.trimEnd().split('\n')
  for (const line of lines) {
    const fields = fieldsOf(line)
    const [key = ''] = fields
    // A record of the wrong shape, or without a key, has no say about any row.
    if (fields.length !== header.split(',').length || key === '') continue
    images.set(key, [...(images.get(key) ?? []), line])
  }
  for (const [key, all] of images) {
    const different = new Set(all).size
    const decided = subject.lastWins || different === 1
    after.set(key, decided ? subject.silverOf(fieldsOf(all.at(-1) as string)) : null)
  }
  return after
}

function expectedOpen(faults: Fault[], delivery: number): string[] {
  return faults
    .filter((f) => f.delivery <= delivery && (f.fixed_in === null || f.fixed_in > delivery))
    .map(({ key, rule, also, amount, delivery: since, note }) =>
      [note ? '' : Object.values(key)[0], rule, ...(also ?? []), amount ?? '-', since].join(' '),
    )
    .sort()
}

/** Open rows as `key RULE OTHERS amount since`; records without a readable key count under ''. */
async function open(t: Adhoc): Promise<string[]> {
  const rows = await t.db.rows<{ row: string }>(
    `SELECT concat_ws(' ', CASE WHEN rule ~ '_(MALFORMADO|CHAVE_INCOMPLETA)$' THEN ''
        ELSE key_text END, rule, nullif(array_to_string(other_rules, ' '), ''),
      coalesce(amount::text, '-'), (SELECT sequence FROM quality.run r
        WHERE r.domain = $1 AND r.as_of = q.first_seen AND r.status = 'committed')) AS row
    FROM quality.quarantine q WHERE statut = 'A_TRAITER'`,
    [t.domain.name],
  )
  return rows.map((r) => r.row).sort()
}

/** @returns how often each reason let a row go. */
export async function followDeliveries(
  subject: Subject,
  options: Omit<DeliveryOptions, 'out'>,
): Promise<Record<string, number>> {
  const out = mkdtempSync(join(tmpdir(), 'lazaret-table-'))
  const t = await shipped(subject.domain)
  try {
    const report = await subject.generate({ ...options, out })
    const { faults } = JSON.parse(readFileSync(join(out, 'faults.json'), 'utf8'))
    const [dataset] = subject.domain.datasets
    const name = dataset?.name ?? ''
    let silver = new Map<string, string | null>()
    for (const { delivery, folder, mode, counts, duplicates } of report.deliveries) {
      const run = await runDelivery(t.url, { domain: t.domain, input: join(out, folder) })
      expect(run.error, `${delivery}`).toBeUndefined()
      const [file = ''] = Object.keys(counts)
      const { received, duplicates: lost } = run.datasets[name] ?? {}
      expect([received, lost], `${delivery}`).toEqual([counts[file], duplicates[file]])
      const text = readFileSync(join(out, folder, `${file}.csv`), 'utf8')
      silver = apply(silver, text, mode === 'full', subject)
      const rows = await t.silver(name, ...subject.columns)
      const expected = [...silver.values()].filter((row) => row !== null)
      expect(rows.map((r) => Object.values(r).join('|')).sort(), `${delivery}`).toEqual(
        expected.sort(),
      )
      expect(await open(t), `after ${delivery}`).toEqual(expectedOpen(faults, delivery))
    }
    const reasons = await t.db.rows<{ reason: string; n: number }>(
      `SELECT exit_reason AS reason, count(*)::int AS n FROM quality.quarantine
      WHERE statut = 'SOLDEE' GROUP BY 1`,
    )
    return Object.fromEntries(reasons.map((r) => [r.reason, r.n]))
  } finally {
    rmSync(out, { recursive: true })
  }
}

/** Everything that a generation writes, by file. */
export async function bytesOf(
  subject: Pick<Subject, 'generate'>,
  options: Omit<DeliveryOptions, 'out'>,
): Promise<Record<string, string>> {
  const out = mkdtempSync(join(tmpdir(), 'lazaret-table-'))
  try {
    const { deliveries } = await subject.generate({ ...options, out })
    const files = deliveries.flatMap(({ folder, counts }) =>
      [...Object.keys(counts).map((f) => `${f}.csv`), '_READY'].map((f) => join(folder, f)),
    )
    return Object.fromEntries(
      [...files, 'faults.json'].map((f) => [f, readFileSync(join(out, f), 'utf8')]),
    )
  } finally {
    rmSync(out, { recursive: true })
  }
}
