/** Generated sales: after each delivery, Silver and quarantine against computations of their own. */
import { expect, it } from 'vitest'
import { vendas } from '@/pipeline/domains/vendas'
import {
  bytesOf,
  followDeliveries,
  type Subject,
} from '@/pipeline/tools/generate/kit/table/testing'
import { generateVendas } from '@/pipeline/tools/generate/vendas'

const subject: Subject = {
  domain: vendas,
  generate: generateVendas,
  columns: ['id', 'data', 'cliente_email', 'valor'],
  lastWins: false,
  silverOf([id = '', data = '', email = '', valor = '']) {
    const day = new Date(`${data}T00:00:00Z`)
    const real = /^\d{4}-\d\d-\d\d$/.test(data) && day.toJSON()?.startsWith(data)
    const cents = /^-?\d+(\.\d{1,2})?$/.test(valor) ? Math.round(Number(valor) * 100) : Number.NaN
    const [name, host, ...more] = email.split('@')
    const address = name && host?.includes('.') && more.length === 0 && !/\s/.test(email)
    if (!real || !(cents > 0 && cents <= 100_000_000) || !address) return null
    return [id, data, email, (cents / 100).toFixed(2)].join('|')
  },
}

it('ends, each delivery, where the ground truth and a computation of its own say', async () => {
  const exits = await followDeliveries(subject, {
    scale: 0.2,
    seed: 3,
    deliveries: 10,
    fullEvery: 4,
  })
  expect(exits.CORRECTED).toBeGreaterThan(20)
  expect(exits.WITHDRAWN).toBeGreaterThan(3)
}, 120_000)

it('gives the same bytes for the same options, and others for another seed', async () => {
  const options = { scale: 0.05, deliveries: 3, keyDate: '2026-03-01', everyDays: 4 }
  const first = await bytesOf(subject, { ...options, seed: 1 })
  expect(await bytesOf(subject, { ...options, seed: 1 })).toEqual(first)
  expect(await bytesOf(subject, { ...options, seed: 2 })).not.toEqual(first)
  expect(JSON.parse(first['003/_READY'] ?? '')).toMatchObject({
    mode: 'delta',
    as_of: '2026-03-13T02:00:00-03:00',
  })
})
