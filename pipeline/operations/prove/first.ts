import type { Db } from '@/lib/shared/db/connection'
import { LazaretError } from '@/lib/shared/errors'
import { planDomain } from '@/pipeline/engine/compile/plan'
import { postgres } from '@/pipeline/engine/compile/postgres'
import type { Domain } from '@/pipeline/engine/define/schema'
import { evaluateRun } from '@/pipeline/operations/run/evaluate'
import { writeRun } from '@/pipeline/operations/run/record'
import { SANDBOX_RUN } from './source'
import type { Scene } from './trial'

/**
 * Evaluates the delivery in the sandbox with all rules on; every trial starts from what it came to.
 * @param received records per dataset that came.
 * @throws LazaretError where a check does not hold.
 */
export async function firstEvaluation(
  db: Db,
  domain: Domain,
  received: ReadonlyMap<string, number>,
  onStep: (label: string) => void = () => {},
): Promise<Scene> {
  const at = new Date().toISOString()
  const plans = planDomain(domain, postgres)
  await writeRun(db, { ...RUN, domain: domain.name, at, startedAt: at }, 'running')
  const { checks } = await evaluateRun(db, {
    domain,
    plans,
    runId: SANDBOX_RUN,
    at,
    acceptShrink: true,
    modeOf: (dataset) => (received.has(dataset.name) ? 'full' : 'none'),
    readerCount: (dataset) => received.get(dataset.name),
    rebuild: false,
    onStep,
  })
  const failed = checks.filter((c) => !c.ok)
  if (failed.length > 0) {
    const list = failed.map((c) => `${c.name}: expected ${c.expected}, found ${c.found}`)
    throw new LazaretError(
      `With all rules on the delivery fails ${list.join('; ')}`,
      1,
      {},
      'Nothing can be proved of it; run it to see the rows',
    )
  }
  return { db, ctx: { db, runId: SANDBOX_RUN, at, actor: 'run' }, domain, plans, received }
}

const RUN = {
  id: SANDBOX_RUN,
  kind: 'delivery',
  mode: 'full',
  delivery: null,
  sequence: null,
  keyDate: null,
  acceptShrink: true,
} as const
