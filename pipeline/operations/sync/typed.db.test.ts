import { expect, it } from 'vitest'
import { castSql } from '@/pipeline/engine/compile/postgres/casts'
import { VALUES } from '@/pipeline/engine/compile/postgres/casts.testing'
import { lit } from '@/pipeline/engine/compile/postgres/quoting'
import { adhoc, type ShortDataset } from '@/pipeline/tools/testing/adhoc'

const COLUMNS: ShortDataset['columns'] = {
  id: 'text',
  txt: { type: 'text', from: 'v', trim: true },
  n: { type: 'integer', from: 'v' },
  dec: { type: 'numeric(15,2)', from: 'v', format: 'sap' },
  real: { type: 'numeric(12,3)', from: 'v', format: 'pt-BR' },
  dia: { type: 'date', from: 'v', format: 'sap' },
  data: { type: 'date', from: 'v', format: 'pt-BR' },
  sim: { type: 'boolean', from: 'v' },
  segredo: { type: 'text', from: 'v', hidden: true },
  dobro: { type: 'numeric(20,2)', sql: '{dec} * 2' },
}
const never = { kind: 'sql', sql: 'false' } as const
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

it('typed values are what the casts of a run make of the text, for every odd value', async () => {
  const values = VALUES.filter((value) => !value.includes('\0'))
  const t = await adhoc([{ name: 'odd', columns: COLUMNS, rules: [{ code: 'NEVER', ...never }] }])
  await t.run({
    'ODD.csv': ['id,v', ...values.map((value, i) => `${i},${quoted(value)}`)].join('\n'),
  })
  const declared = t.domain.datasets[0]?.columns ?? {}
  const cast = Object.entries(declared).flatMap(([name, c]) =>
    c.from && !c.hidden
      ? [`(${lit(name)}, (${castSql(c, `(p.raw->>${lit(c.from)})`)})::text)`]
      : [],
  )
  const [counts] = await t.db.rows<{ compared: number; bad: number; differ: unknown }>(
    `SELECT count(*)::int AS compared, (count(*) FILTER (WHERE (x->>'bad')::boolean))::int AS bad,
      jsonb_agg(jsonb_build_array(p.raw, x, c.value)) FILTER (
        WHERE x->>'value' IS DISTINCT FROM c.value) AS differ
    FROM quality.quarantine q LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    CROSS JOIN LATERAL (VALUES ${cast.join(', ')}) c(name, value)
    LEFT JOIN LATERAL jsonb_array_elements(quality.typed_values(q.id)) x ON x->>'column' = c.name
    WHERE p.raw IS NOT NULL`,
  )
  expect(counts).toMatchObject({ differ: null, compared: expect.any(Number) })
  expect(counts?.compared).toBe(values.length * cast.length)
  expect(counts?.bad).toBeGreaterThan(values.length)
})

it('a row says each column once, derived ones too, and which text does not convert', async () => {
  const t = await adhoc([
    { name: 'coisas', columns: COLUMNS, rules: [{ code: 'NEVER', ...never }] },
  ])
  await t.run({ 'COISAS.csv': 'id,v\n1, 1234.5-\n2,\n3,a,b\n' })
  const typed = async (key: string | null) =>
    (
      await t.db.row<{ typed: { column: string; value: string; bad: boolean }[] | null }>(
        `SELECT quality.typed_values(id) AS typed FROM quality.quarantine
        WHERE key_text IS NOT DISTINCT FROM $1`,
        [key],
      )
    ).typed
  expect(await typed('1')).toEqual([
    { column: 'id', field: 'id', type: 'text', value: '1', bad: false },
    { column: 'txt', field: 'v', type: 'text', value: '1234.5-', bad: false },
    { column: 'n', field: 'v', type: 'integer', value: null, bad: true },
    { column: 'dec', field: 'v', type: 'numeric(15,2)', value: '-1234.50', bad: false },
    { column: 'real', field: 'v', type: 'numeric(12,3)', value: null, bad: true },
    { column: 'dia', field: 'v', type: 'date', value: null, bad: true },
    { column: 'data', field: 'v', type: 'date', value: null, bad: true },
    { column: 'sim', field: 'v', type: 'boolean', value: null, bad: true },
    { column: 'dobro', field: null, type: 'numeric(20,2)', value: '-2469.00', bad: false },
  ])
  // Empty is nothing, and no mistake.
  expect((await typed('2'))?.slice(1).every(({ value, bad }) => value === null && !bad)).toBe(true)
  // A malformed record has bytes, no values.
  expect(await typed(null)).toBeNull()
})

it('what is no longer declared has no types, and the function follows the declarations', async () => {
  const t = await adhoc([
    { name: 'um', columns: { id: 'text', v: 'integer' }, rules: [{ code: 'NEVER', ...never }] },
  ])
  await t.run({ 'UM.csv': 'id,v\n1,2\n' })
  const types = async () =>
    (
      await t.db.row<{ types: string[] | null }>(
        `SELECT jsonb_path_query_array(quality.typed_values(id), '$[*].type') AS types
        FROM quality.quarantine`,
      )
    ).types
  expect(await types()).toEqual(['text', 'integer'])
  await t.redeclare([
    { name: 'um', columns: { id: 'text', v: 'text' }, rules: [{ code: 'NEVER', ...never }] },
  ])
  expect(await types()).toEqual(['text', 'text'])
  await t.redeclare([{ name: 'dois', columns: { id: 'text' } }])
  expect(await types()).toBeNull()
})
