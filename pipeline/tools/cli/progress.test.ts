import { expect, it } from 'vitest'
import { demos } from '@/pipeline/tools/demo/plan'
import { progressLine } from './output'

/** What is written for a series of shares, in a log or on a terminal. */
function written(shares: readonly number[], isTTY: boolean): string[] {
  const texts: string[] = []
  const progress = progressLine(false, { isTTY, write: (text: string) => texts.push(text) })
  for (const [n, done] of shares.entries()) {
    progress.show({ phase: 'load', label: `delivery ${n}`, done })
  }
  progress.end()
  return texts
}

const percentOf = (text: string) => Number(/(\d+) %/.exec(text)?.[1])

it('in a log, progress is a line at each tenth', () => {
  const hundreds = Array.from({ length: 251 }, (_, n) => n / 250)
  expect(written(hundreds, false).map(percentOf)).toEqual([
    0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100,
  ])
})

it('in a log and on a terminal, progress never goes backwards', () => {
  const shares = [0, 0.12, 0.31, 0, 0.05, 0.3, 0.41, 0.2, 1]
  expect(written(shares, false).map(percentOf)).toEqual([0, 12, 31, 41, 100])
  expect(written(shares, true).slice(0, -1).map(percentOf)).toEqual([
    0, 12, 31, 31, 31, 31, 41, 41, 100,
  ])
})

it('every domain of the demo is found by its folder, the busiest first', () => {
  expect(demos.map((demo) => demo.everyDays)).toEqual(
    demos.map((demo) => demo.everyDays).sort((a, b) => a - b),
  )
  expect(demos.map((demo) => demo.domain.name)).toContain('order-to-cash')
})
