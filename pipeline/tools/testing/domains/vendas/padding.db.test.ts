/** Spaces around an id or in the place of one: no other sale. */
import { expect, it } from 'vitest'
import { vendas } from '@/pipeline/domains/vendas'
import { shipped } from '@/pipeline/tools/testing/adhoc'

const file = (...lines: string[]) => ({
  'VENDAS.csv': ['id,data,cliente_email,valor', ...lines, ''].join('\n'),
})
const sale = (id: string, value: number) => `"${id}",2026-10-01,a@example.com,${value}`

// Only a repetition of the same bytes is a duplicate; padding makes two rows that differ.
it('a padded id is the same sale: set aside with another row of it, and unique when repeated as it is', async () => {
  const t = await shipped(vendas)
  await t.run(file(sale('24', 1), sale(' 24', 2), sale('25\u00a0', 1), sale('25\u00a0', 1)))
  expect(await t.outcome('vendas')).toBe('R4 S1 Q2 D1')
  expect(await t.values('vendas', 'id')).toEqual(['25'])
  expect(await t.waiting('vendas')).toEqual(['24: VENDA_CHAVE_AMBIGUA', '24: VENDA_CHAVE_AMBIGUA'])
})

it('nothing but spaces is no id', async () => {
  const t = await shipped(vendas)
  await t.run(file(sale('   ', 1), sale('\u00a0', 2), sale('\t', 3)))
  expect(await t.outcome('vendas')).toBe('R3 S0 Q3 D0')
  expect(new Set(await t.waiting('vendas'))).toEqual(new Set([': VENDA_CHAVE_INCOMPLETA']))
})

it('the post-conditions see blanks and padding that a wrong declaration lets through', async () => {
  const t = await shipped(vendas)
  await t.run(file(sale('1', 1), sale('2', 1), sale('3', 1)))
  await t.db.exec(`UPDATE silver.vendas SET id = ' 2' WHERE id = '1'`)
  await t.db.exec(`UPDATE silver.vendas SET id = E' \\u00a0' WHERE id = '3'`)
  const hits = async (code: string) => {
    const sql = vendas.datasets[0]?.postConditions.find((p) => p.code === code)?.sql ?? ''
    return t.db.rows<{ key: string }>(sql)
  }
  expect(await hits('VENDA_ID_REPETIDO')).toEqual([{ key: '2' }])
  expect(await hits('VENDA_SEM_ID')).toHaveLength(1)
})
