import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerateReport } from '.'
import { cnpj } from './customers'
import { expectedState } from './oracle'
import { type Delivered, readDelivery } from './oracle-read'
import { sizeAt } from './size'
import { COLUMNS, type Source } from './tables'
import { generated, hashOf, tally } from './testing'

const COUNTS = {
  KNA1: 808,
  KNB1: 800,
  VBAK: 29_877,
  VBAP: 89_869,
  VBRK: 28_725,
  VBRP: 86_446,
  BSID: 3_352,
  BSAD: 25_373,
}

type Row = Record<string, string>
let article: Awaited<ReturnType<typeof generated>>
let records: Delivered[]
const rowsOf = (source: Source) =>
  records.filter((r) => r.source === source).map((r) => r.values as Row)
const cents = (text: string | undefined) => Math.round(Number(text) * 100)

beforeAll(async () => {
  article = await generated({ preset: 'article' })
  records = readDelivery(article.out).records
}, 60_000)
afterAll(() => article.remove())

describe('the article preset', () => {
  it('gives exactly the counts of the article', () => {
    expect(tally(records, (r) => r.source)).toEqual(COUNTS)
    expect(records.every((r) => r.values !== null)).toBe(true)
    expect(article.report.counts).toEqual(COUNTS)
    expect(article.truth.counts).toEqual(COUNTS)
    expect(article.truth.flags).toEqual({ cnpj_ausente: 16 })
    for (const [source, columns] of Object.entries(COLUMNS)) {
      const head = readFileSync(join(article.out, `${source}.csv`), 'utf8').split('\n', 1)[0]
      expect(head).toBe(columns.join(','))
    }
  })

  it('is judged to 449 and 259 rows, 8 duplicates and nothing else', () => {
    const [state] = expectedState([article.out])
    expect(state?.open).toEqual({ VBAP_QUANTIDADE_INVALIDA: 449, VBRP_ORDEM_INEXISTENTE: 259 })
    expect(article.report.faults).toEqual(state?.open)
    expect(state?.duplicates).toEqual({ KNA1: 8 })
    expect(state?.silver).toEqual({
      clientes: 800,
      clientes_empresa: 800,
      ordens_venda: 29_877,
      ordens_venda_itens: 89_420,
      faturas_venda: 28_725,
      faturas_venda_itens: 86_187,
      titulos_receber: 28_725,
    })
  }, 30_000)

  it('has customers with valid tax numbers and copies that shout', () => {
    const customers = new Map<string, Row[]>()
    for (const row of rowsOf('KNA1')) {
      customers.set(row.KUNNR as string, [...(customers.get(row.KUNNR as string) ?? []), row])
    }
    const taxNumbers = [...customers.values()].map(([row]) => row?.STCD1 as string)
    expect(taxNumbers.filter((n) => n === '')).toHaveLength(16)
    const given = taxNumbers.filter((n) => n !== '')
    expect(new Set(given).size).toBe(784)
    for (const n of given) expect(cnpj(n.slice(0, 12))).toBe(n)
    expect(cnpj('112223330001')).toBe('11222333000181')
    const copies = [...customers.values()].filter((rows) => rows.length > 1)
    expect(copies).toHaveLength(8)
    for (const [first, copy] of copies) {
      expect(copy?.NAME1).toBe(`${first?.NAME1?.toUpperCase()}  `)
      expect({ ...copy, NAME1: '' }).toEqual({ ...first, NAME1: '' })
    }
  })

  it('adds up: items to headers, net and tax to titles, one title for each invoice', () => {
    for (const [items, headers] of [
      ['VBAP', 'VBAK'],
      ['VBRP', 'VBRK'],
    ] as const) {
      const sums = new Map<string, number>()
      for (const row of rowsOf(items)) {
        const key = row.VBELN as string
        sums.set(key, (sums.get(key) ?? 0) + cents(row.NETWR))
      }
      for (const row of rowsOf(headers)) {
        if (sums.get(row.VBELN as string) !== cents(row.NETWR)) expect.fail(row.VBELN)
      }
    }
    const titles = new Map([...rowsOf('BSID'), ...rowsOf('BSAD')].map((r) => [r.VBELN, r]))
    expect(titles.size).toBe(28_725)
    for (const invoice of rowsOf('VBRK')) {
      const title = titles.get(invoice.VBELN)
      const gross = cents(invoice.NETWR) + cents(invoice.MWSBK)
      if (cents(title?.DMBTR) !== gross || title?.WRBTR !== title?.DMBTR) {
        expect.fail(invoice.VBELN)
      }
    }
  })

  it('pays about half of the titles late and leaves an open portfolio of all ages', () => {
    const day = (d = '') => Date.UTC(+d.slice(0, 4), +d.slice(4, 6) - 1, +d.slice(6)) / 86_400_000
    const due = (row: Row) => day(row.ZFBDT) + Number(row.ZBD1T)
    const key = day('20260630')
    const paid = rowsOf('BSAD')
    const late = paid.filter((row) => day(row.AUGDT) > due(row)).length / paid.length
    expect(late).toBeGreaterThan(0.42)
    expect(late).toBeLessThan(0.54)
    expect(paid.every((r) => day(r.AUGDT) >= day(r.BUDAT) && day(r.AUGDT) <= key)).toBe(true)
    const open = rowsOf('BSID')
    expect(open.every((r) => r.AUGDT === '00000000' && r.AUGBL === '')).toBe(true)
    const age = tally(open, (row) => {
      const days = key - due(row)
      return days <= 0 ? '0' : days <= 30 ? '1' : days <= 60 ? '31' : days <= 90 ? '61' : '90'
    })
    for (const band of ['0', '1', '31', '61', '90']) expect(age[band]).toBeGreaterThan(10)
    expect(age['0']).toBeGreaterThan(open.length * 0.45)
  })
})

describe('scale and seed', () => {
  it('multiply every count exactly', () => {
    const one = Object.entries(sizeAt(1))
    for (const scale of [2, 20, 137]) {
      expect(sizeAt(scale)).toEqual(Object.fromEntries(one.map(([k, n]) => [k, n * scale])))
    }
  })

  it('give the same bytes again, whatever the time zone, and others for another seed', async () => {
    const zone = process.env.TZ
    const hashes: string[] = []
    const options = { scale: 0.05, deliveries: 5, fullEvery: 3 }
    for (const [tz, seed] of [
      ['Pacific/Kiritimati', 1],
      ['America/Sao_Paulo', 1],
      ['UTC', 2],
    ] as const) {
      process.env.TZ = tz
      const one = await generated({ ...options, seed })
      hashes.push(hashOf(one.out))
      one.remove()
    }
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
    expect(hashes[0]).toBe(hashes[1])
    expect(hashes[0]).not.toBe(hashes[2])
  })

  it('refuse what makes no sense, naming it', async () => {
    const generate = (options: object) => generated(options)
    await expect(generate({ scale: 0 })).rejects.toThrow('scale 0')
    await expect(generate({ deliveries: 1.5 })).rejects.toThrow('deliveries 1.5')
    await expect(generate({ keyDate: '2026-02-30' })).rejects.toThrow('key date 2026-02-30')
    await expect(generate({ preset: 'other' })).rejects.toThrow('unknown preset other')
    await expect(generate({ seed: 0.5 })).rejects.toThrow('seed 0.5')
  })

  it('do not cost memory: five times the article, exactly, within a heap of 64 MB', async () => {
    const entry = new URL('./index.ts', import.meta.url).href
    const script = `
      import { mkdtempSync, rmSync } from 'node:fs'
      import { tmpdir } from 'node:os'
      const { generateOrderToCash } = await import('${entry}')
      const out = mkdtempSync(tmpdir() + '/lazaret-o2c-')
      const report = await generateOrderToCash({ out, preset: 'article', scale: 5 })
      rmSync(out, { recursive: true })
      console.log(JSON.stringify({ report, mb: process.resourceUsage().maxRSS / 1024 }))`
    const flags = [
      '--max-old-space-size=64',
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      script,
    ]
    const { stdout } = await promisify(execFile)(process.execPath, flags)
    const { report, mb } = JSON.parse(stdout) as { report: GenerateReport; mb: number }
    const times5 = Object.fromEntries(Object.entries(COUNTS).map(([k, n]) => [k, n * 5]))
    expect(report.counts).toEqual(times5)
    expect(report.duplicates).toEqual({ KNA1: 40 })
    expect(report.flags).toEqual({ cnpj_ausente: 80 })
    expect(report.faults).toEqual({
      VBAP_QUANTIDADE_INVALIDA: 449 * 5,
      VBRP_ORDEM_INEXISTENTE: 259 * 5,
    })
    expect(mb).toBeLessThan(300)
  }, 60_000)
})
