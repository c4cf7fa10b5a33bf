/** Generated orders: after each delivery, Silver and quarantine against computations of their own. */
import { expect, it } from 'vitest'
import { pedidos } from '@/pipeline/domains/pedidos'
import {
  bytesOf,
  followDeliveries,
  type Subject,
} from '@/pipeline/tools/generate/kit/table/testing'
import { generatePedidos, reais } from '@/pipeline/tools/generate/pedidos'

const subject: Subject = {
  domain: pedidos,
  generate: generatePedidos,
  columns: [
    'id_pedido',
    'id_estabelecimento',
    'data_pedido',
    'status_pedido',
    'valor_total',
    'ano',
    'mes',
    'dia_semana',
  ],
  lastWins: true,
  silverOf([id = '', establishment = '', date = '', status = '', value = '']) {
    const day = new Date(`${date}T00:00:00Z`)
    const real = /^20\d\d-\d\d-\d\d$/.test(date) && day.toJSON()?.startsWith(date)
    const [, sign, whole = '', cents = ''] = /^(-?)R\$ ([\d.]+),(\d\d)$/.exec(value) ?? []
    const total = Number(`${whole.replaceAll('.', '')}.${cents}`)
    const counts = ['confirmado', 'em_preparo', 'em_entrega', 'entregue'].includes(status)
    if (!real || establishment === '' || !counts || sign !== '' || !(total > 0)) return null
    const parts = [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDay() + 1]
    return [id, establishment, date, status, total.toFixed(2), ...parts].join('|')
  },
}

it('ends, each delivery, where the ground truth and a computation of its own say', async () => {
  const exits = await followDeliveries(subject, {
    scale: 0.15,
    seed: 4,
    deliveries: 10,
    fullEvery: 4,
  })
  expect(exits.CORRECTED).toBeGreaterThan(20)
  expect(exits.WITHDRAWN).toBeGreaterThan(3)
}, 120_000)

it('gives the same bytes for the same options, and others for another seed', async () => {
  const options = { scale: 0.05, deliveries: 3 }
  const first = await bytesOf(subject, { ...options, seed: 1 })
  expect(await bytesOf(subject, { ...options, seed: 1 })).toEqual(first)
  expect(await bytesOf(subject, { ...options, seed: 2 })).not.toEqual(first)
})

it('writes money as Brazilians do', () => {
  expect([5, 123_456, 100_000_000].map(reais)).toEqual([
    'R$ 0,05',
    'R$ 1.234,56',
    'R$ 1.000.000,00',
  ])
})
