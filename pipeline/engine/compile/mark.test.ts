/** No inner join may stand between a delivered row and its mark: what it drops is lost unseen. */
import { describe, expect, it } from 'vitest'
import { domains } from '@/pipeline/domains'
import { domain } from '@/pipeline/tools/testing/declare'
import { joinsOf } from '@/pipeline/tools/testing/joins'
import { markMalformedSql, markSql } from './mark'
import { planDataset } from './plan'
import { postgres } from './postgres'

const plans = [...domains.values()].flatMap((d) =>
  d.datasets.map((dataset) => [d.name, dataset.name, planDataset(d, dataset, postgres)] as const),
)

describe('the joins of the compiled mark', () => {
  it.each(plans)('%s, %s', (_, name, plan) => {
    const inputs = [{ runs: [1, 2] }, { rows: `SELECT s._run, s._n FROM silver."${name}" s` }]
    for (const input of inputs) {
      const joins = joinsOf(markSql(plan, input))
      expect(joins.filter((join) => join.kind !== 'left')).toEqual([])
      // Each reference looks in Silver and in the quarantine of its parent.
      const tables = joins.map((join) => join.table)
      for (const { parent } of plan.references) expect(tables).toContain(`silver."${parent.name}"`)
      expect(tables.filter((table) => table === '(')).toHaveLength(plan.references.length)
    }
    expect(joinsOf(markMalformedSql(plan, [1]))).toEqual([])
  })

  it('an ad-hoc domain with every kind of rule', () => {
    const { datasets, ...rest } = domain([
      { name: 'pais', columns: { a: 'text', b: 'text' }, key: ['a', 'b'], nullableKey: true },
      {
        name: 'filhos',
        columns: {
          id: 'text',
          a: 'text',
          b: 'text',
          n: 'integer',
          t: { type: 'text', trim: true },
        },
        order: [{ by: '{n}', desc: true }],
        dedupe: { on: ['t'] },
        rules: [
          {
            code: 'A',
            kind: 'reference',
            name: 'p',
            to: 'pais',
            columns: { a: 'a', b: 'b' },
            when: '{n} > 0',
          },
          { code: 'B', kind: 'unique', columns: ['t'] },
          {
            code: 'C',
            kind: 'sql',
            sql: "{a} IS DISTINCT FROM 'x' AND extract(day FROM now()) > {n}",
          },
        ],
      },
    ])
    for (const dataset of datasets) {
      const joins = joinsOf(
        markSql(planDataset({ ...rest, datasets }, dataset, postgres), { runs: [1] }),
      )
      expect(joins.filter((join) => join.kind !== 'left')).toEqual([])
    }
  })
})

describe('the finder of joins', () => {
  it.each([
    ['SELECT 1 FROM a JOIN b ON true', ['inner b']],
    ['SELECT 1 FROM a INNER JOIN b USING (x) LEFT OUTER JOIN c ON true', ['inner b', 'left c']],
    ['SELECT 1 FROM a, silver."b" WHERE x IN (1, 2)', ['comma silver."b"']],
    ['SELECT f(a, b), c FROM x LEFT JOIN (SELECT 1, 2 FROM y, z) q ON true', ['left (', 'comma z']],
    ['SELECT 1 FROM a CROSS JOIN LATERAL f(x)', ['inner LATERAL']],
    ["UPDATE a SET x = 1, y = ', b' FROM c WHERE x IS DISTINCT FROM y ORDER BY 1, 2", []],
    ['DELETE FROM a USING b WHERE true', []],
  ])('%s', (sql, found) => {
    expect(joinsOf(sql).map((join) => `${join.kind} ${join.table}`)).toEqual(found)
  })
})
