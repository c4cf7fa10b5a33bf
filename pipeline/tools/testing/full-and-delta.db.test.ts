/** A full delivery of A+B ends as a full of A and a delta of B, whatever is wrong with either. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Adhoc, adhoc, type ShortDataset } from './adhoc'

const COISAS: ShortDataset = {
  name: 'coisas',
  columns: { id: 'text', v: 'integer', nome: 'text' },
  rules: [
    { code: 'V_POSITIVO', kind: 'range', column: 'v', gt: 0, required: true },
    { code: 'NOME_FALTA', kind: 'required', column: 'nome' },
  ],
}
const file = (lines: readonly string[]) => ({
  'COISAS.csv': ['id,v,nome', ...lines, ''].join('\n'),
})

/** Mostly rows of a few keys, so that they meet; some broken. */
const line = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        fc.constantFrom('1', '2', '3', '4', '5'),
        fc.constantFrom('1', '-1', 'x', ''),
        fc.constantFrom('a', 'b', ''),
      )
      .map((parts) => parts.join(',')),
  },
  { weight: 1, arbitrary: fc.constantFrom('torto', 'a,b,c,d', '"1"x,1,a') },
)
const delivery = fc.array(line, { maxLength: 10 })

const key = (text: string) => (/^\d,/.test(text) ? text[0] : text)

const picture = async (t: Adhoc) => ({
  silver: await t.silver('coisas', 'id', 'v', 'nome'),
  waiting: (await t.live('coisas')).map((r) => [
    r.key_text,
    r.rule,
    r.other_rules,
    r.raw,
    r.bytes?.toString(),
  ]),
})
const sorted = <T>(rows: T[]) => rows.map((row) => JSON.stringify(row)).sort()

describe('full(A+B)', () => {
  it('equals full(A) then delta(B), and so does a rebuild', async () => {
    const property = fc.asyncProperty(delivery, delivery, async (a, b) => {
      // Identical malformed records of A and of B are one row; in one file they are two.
      fc.pre(!a.some((text) => key(text) === text && b.includes(text)))
      const brought = new Set(b.map(key))
      const one = await adhoc([COISAS])
      await one.run(file([...a.filter((text) => !brought.has(key(text))), ...b]))
      const two = await adhoc([COISAS])
      await two.run(file(a))
      await two.run(file(b), { mode: 'delta' })
      const whole = await picture(one)
      const parts = await picture(two)
      expect(parts.silver).toEqual(whole.silver)
      expect(sorted(parts.waiting)).toEqual(sorted(whole.waiting))
      const before = await two.state()
      expect((await two.rebuild()).exitCode).toBe(0)
      expect(await two.state()).toBe(before)
    })
    await fc.assert(property, { numRuns: Number(process.env.RUNS ?? 5), endOnFailure: true })
  })
})
