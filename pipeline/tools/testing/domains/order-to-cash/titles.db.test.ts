/** The article's sum trap: the totals agree, and yet one invoice has no title and another has two. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { valueIn, withValue } from '@/pipeline/tools/generate/order-to-cash/tables'
import { generated } from '@/pipeline/tools/generate/order-to-cash/testing'
import { Lab, withDataset } from './lab'

let lab: Lab
let files: Awaited<ReturnType<typeof generated>>
let robbed: string
let doubled: string

beforeEach(async () => {
  lab = await Lab.open()
  files = await generated({ preset: 'article', scale: 0.02 })
  const path = join(files.out, 'BSAD.csv')
  const lines = readFileSync(path, 'utf8').split('\n')
  ;[robbed, doubled] = [3, 7].map((n) => valueIn('BSAD', lines[n] as string, 'VBELN')) as [
    string,
    string,
  ]
  lines[3] = withValue('BSAD', lines[3] as string, 'VBELN', doubled)
  writeFileSync(path, lines.join('\n'))
})
afterEach(async () => {
  files.remove()
  await lab.close()
})

it('is seen by row, although the totals agree', async () => {
  const report = await lab.run(files.out)
  expect(report).toMatchObject({ status: 'failed', exitCode: 3 })
  const { VBRK, BSID, BSAD } = report.sources
  expect((BSID?.received ?? 0) + (BSAD?.received ?? 0)).toBe(VBRK?.received)
  expect(report.checks.filter((c) => !c.ok)).toEqual([
    {
      name: 'post.FATURA_COM_UM_TITULO',
      ok: false,
      expected: '0',
      found: '2',
      sample: [`100 / ${doubled}: 2 titles`, `100 / ${robbed}: 0 titles`].sort(),
    },
  ])
  expect(Object.values(await lab.silver()).every((n) => n === 0)).toBe(true)
})

it('passes where the scenario does not promise one title per invoice', async () => {
  const instalments = withDataset('titulos_receber', () => ({ postConditions: [] }))
  const report = await lab.run(files.out, { domain: instalments })
  expect(report).toMatchObject({ status: 'committed', exitCode: 0 })
  expect((await lab.silver()).titulos_receber).toBe(report.sources.VBRK?.received)
})
