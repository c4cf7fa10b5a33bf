/** Spaces around an id or in the place of one: no other order, and no establishment. */
import { expect, it } from 'vitest'
import { pedidos } from '@/pipeline/domains/pedidos'
import { shipped } from '@/pipeline/tools/testing/adhoc'

const HEAD = 'id_pedido,id_estabelecimento,data_pedido,status_pedido,valor_total'
const file = (...lines: string[]) => ({ 'PEDIDOS.csv': [HEAD, ...lines, ''].join('\n') })
const order = (id: string, establishment: string, value: number) =>
  `"${id}","${establishment}",2026-05-04,entregue,"R$ ${value},00"`

it('a padded id is the same order, of which the newest stands', async () => {
  const t = await shipped(pedidos)
  await t.run(file(order('X5', 'E1', 1), order(' X5', 'E1', 2), order('X5\u00a0', ' E1\t', 3)))
  expect(await t.outcome('pedidos')).toBe('R3 S1 Q0 D2')
  expect(await t.silver('pedidos', 'id_pedido', 'id_estabelecimento', 'valor_total')).toEqual([
    { id_pedido: 'X5', id_estabelecimento: 'E1', valor_total: '3.00' },
  ])
})

it('nothing but spaces is no id, and no establishment', async () => {
  const t = await shipped(pedidos)
  const blanks = ['   ', '\u00a0', '\t ']
  await t.run(
    file(...blanks.map((b) => order(b, 'E1', 1)), ...blanks.map((b, i) => order(`A${i}`, b, 1))),
  )
  expect(await t.outcome('pedidos')).toBe('R6 S0 Q6 D0')
  expect((await t.waiting('pedidos')).toSorted()).toEqual([
    ...blanks.map(() => ': PEDIDO_CHAVE_INCOMPLETA'),
    ...blanks.map((_, i) => `A${i}: PEDIDO_ESTABELECIMENTO_AUSENTE`),
  ])
})

it('the post-conditions see blanks and padding that a wrong declaration lets through', async () => {
  const t = await shipped(pedidos)
  await t.run(file(order('1', 'E1', 1), order('2', 'E1', 1), order('3', 'E1', 1)))
  await t.db.exec(`UPDATE silver.pedidos SET id_pedido = ' 2' WHERE id_pedido = '1'`)
  await t.db.exec(
    `UPDATE silver.pedidos SET id_estabelecimento = E' \\u00a0' WHERE id_pedido = '3'`,
  )
  const hits = async (code: string) => {
    const sql = pedidos.datasets[0]?.postConditions.find((p) => p.code === code)?.sql ?? ''
    return (await t.db.rows<{ key: string }>(sql)).map((r) => r.key)
  }
  expect(await hits('PEDIDO_EM_DUAS_PARTICOES')).toEqual(['2'])
  expect(await hits('PEDIDO_SEM_ESTABELECIMENTO')).toEqual(['3'])
  expect(await hits('PEDIDO_SEM_ID')).toEqual([])
  await t.db.exec(`UPDATE silver.pedidos SET id_pedido = E'\\u00a0\\t' WHERE id_pedido = '3'`)
  expect(await hits('PEDIDO_SEM_ID')).toHaveLength(1)
})
