/** A snapshot looks its parents up by their key columns, a delta by their hash: the same parents. */
import { describe, expect, it } from 'vitest'
import { type Adhoc, adhoc, type ShortDataset } from './adhoc'

const PAIS: ShortDataset = {
  name: 'pais',
  columns: { a: 'text', n: 'numeric(5,2)', d: { type: 'date', format: 'plain' }, v: 'integer' },
  key: ['a', 'n', 'd'],
  nullableKey: true,
  rules: [{ code: 'PAI_V', kind: 'range', column: 'v', gt: 0 }],
}
/** One reference under a condition, one optional. */
const FILHOS: ShortDataset = {
  name: 'filhos',
  columns: {
    id: 'text',
    a: 'text',
    n: 'numeric(5,2)',
    d: { type: 'date', format: 'plain' },
    s: 'text',
  },
  rules: [
    {
      code: 'SEM_PAI',
      kind: 'reference',
      name: 'pai',
      to: 'pais',
      columns: { a: 'a', n: 'n', d: 'd' },
      when: "{s} IS DISTINCT FROM 'x'",
      quarantined: 'PAI_PRESO',
    },
    {
      code: 'SEM_SEGUNDO',
      kind: 'reference',
      name: 'segundo',
      to: 'pais',
      columns: { a: 's', n: 'n', d: 'd' },
      optional: true,
    },
  ],
}
const PARENTS = {
  'PAIS.csv': `a,n,d,v
A:,1,2026-01-01,1
A,11,2026-01-01,1
Ä,2.5,2024-02-29,1
P,3,2026-01-01,0
,4,2026-01-01,1
Z,,2026-01-01,1
`,
}
const CHILDREN = {
  'FILHOS.csv': `id,a,n,d,s
1,A:,1.00,2026-01-01,
2,A:,1.01,2026-01-01,
3,A,11.00,2026-01-01,A
4,A,11.01,2026-01-01,x
5,Ä,2.50,2024-02-29,Ä
6,Ä,2.50,2024-02-29,P
7,P,3.00,2026-01-01,
8,,4.00,2026-01-01,
9,Z,,2026-01-01,
10,A:,1.00,2026-99-01,
11,Q,9.00,2026-01-01,x
`,
}

const found = async (t: Adhoc) => ({
  silver: await t.db.rows('SELECT id FROM silver.filhos ORDER BY id'),
  live: await t.db.rows(`SELECT key_text, rule, other_rules, unmet FROM quality.quarantine
    WHERE dataset = 'filhos' AND statut <> 'SOLDEE' ORDER BY key_text`),
  references: await t.db.rows(`SELECT q.key_text, r.ref, r.parent_key, r.parent_text, r.state
    FROM quality.quarantine_ref r LEFT JOIN quality.quarantine q ON q.id = r.quarantine_id
    WHERE q.dataset = 'filhos' ORDER BY 1, 2`),
})

describe('parents', () => {
  it('are the same by key columns and by hash', async () => {
    const full = await adhoc([PAIS, FILHOS])
    await full.run({ ...PARENTS, ...CHILDREN })
    const delta = await adhoc([PAIS, FILHOS])
    await delta.run({ ...PARENTS, 'FILHOS.csv': 'id,a,n,d,s\n' })
    await delta.run(CHILDREN, { mode: 'delta' })
    const seen = await found(full)
    expect(await found(delta)).toEqual(seen)
    expect(seen.silver.map((row) => (row as { id: string }).id)).toEqual(['1', '3', '5'])
    const fails = (key_text: string, rule: string) => ({
      key_text,
      rule,
      other_rules: [],
      unmet: 1,
    })
    expect(seen.live).toContainEqual(fails('7', 'PAI_PRESO'))
    expect(seen.live).toContainEqual(fails('11', 'SEM_SEGUNDO'))
  })
})
