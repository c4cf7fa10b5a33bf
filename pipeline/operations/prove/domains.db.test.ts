/**
 * Every rule of every domain that can be guarded is guarded: on a generated delivery in which each
 * rule is failed by a row that fails no other.
 */

import { expect, it } from 'vitest'
import { createTestDatabase } from '@/lib/shared/db/testing'
import { domains } from '@/pipeline/domains'
import { prepare } from '@/pipeline/service/start/prepare'
import { generatedDelivery, proofSubjects } from '@/pipeline/tools/generate/proof-delivery'
import { proveDomain } from './prove'

/** Rules that no row can ever fail, with the reason; all others are guarded. */
const CANNOT: Record<string, string> = {
  KNA1_CHAVE_AMBIGUA: 'ordered',
  TITULO_CHAVE_AMBIGUA: 'ordered',
  PEDIDO_CHAVE_AMBIGUA: 'ordered',
}

const { provable, leftOut } = proofSubjects(domains.keys())

// A domain of one's own, such as the README's example, needs no generator.
for (const reason of leftOut) it.skip(reason)

it.each(provable)(
  '%s',
  async (name) => {
    const database = await createTestDatabase()
    try {
      await prepare(database.url)
      const domain = domains.get(name)
      if (!domain) throw new Error(name)
      const { source, rules, summary } = await proveDomain(database.url, {
        domain,
        generate: generatedDelivery,
      })
      expect(source).toMatchObject({ kind: 'generated', seed: 1 })
      const named = rules.filter((r) => r.verdict !== 'guarded')
      expect(
        named.filter((r) => r.verdict !== 'cannot' || r.reason_code !== CANNOT[r.rule]),
      ).toEqual([])
      expect(summary.guarded + summary.cannot).toBe(summary.rules)
      // What reaches Silver without its rule never disturbs the sums: they prove no place.
      const through = rules.filter((r) => r.through > 0)
      expect(through.length).toBeGreaterThan(4)
      expect(through.filter((r) => !r.balanced)).toEqual([])
    } finally {
      await database.drop()
    }
  },
  300_000,
)
