/** Produces a declaration inside the caller's transaction, or says why there can be none. */

import type { Db } from '@/lib/shared/db/connection'
import type { Certificate } from '@/lib/shared/declaration/certificate'
import { declarationObstacle } from '@/lib/shared/declaration/obstacle'
import { UsageError } from '@/lib/shared/errors'
import { ledgerCheck } from '@/pipeline/engine/check/balance'
import {
  type CheckOutcome,
  check,
  describeChecks,
  failedChecks,
} from '@/pipeline/engine/check/outcome'
import { postConditionChecks } from '@/pipeline/engine/check/post-conditions'
import { type DatasetPlan, planDomain, planNamed } from '@/pipeline/engine/compile/plan'
import { postgres } from '@/pipeline/engine/compile/postgres'
import type { Domain } from '@/pipeline/engine/define/schema'
import { historyOf } from '@/pipeline/engine/evaluate/history'
import { ownChecks, readAmounts, readInputs, readProducer, readRun } from './certificate'
import { codeVersion } from './code-version'
import { FILE_FORMAT, writeFile } from './file'
import type { DeclarationRow } from './record'
import { DeclarationRefused } from './refused'
import { countUniverse } from './universe'

/**
 * Counts, checks, writes the file's parts and gives the certificate. The caller holds the domain's
 * turn and a repeatable-read transaction: nothing moves meanwhile, and all figures are of one moment.
 * @throws DeclarationRefused when the domain's state cannot be declared.
 */
export async function produce(
  db: Db,
  domain: Domain,
  request: DeclarationRow,
): Promise<Certificate> {
  const { declaration } = domain
  const dataset = domain.datasets.find((d) => d.name === declaration?.dataset)
  if (!declaration || !dataset) throw new UsageError(`${domain.name} has nothing to declare`)
  const refuse = (refusal: ConstructorParameters<typeof DeclarationRefused>[1]): never => {
    throw new DeclarationRefused(domain.name, refusal)
  }
  const obstacle = await declarationObstacle(db, domain.name)
  if (obstacle) refuse(obstacle)
  const { run, day, checks, replays } = await readRun(db, domain.name)
  const history = await historyOf(db, domain)
  const changed = [...history].filter(([, h]) => h.rulesChanged).map(([name]) => name)
  if (changed.length > 0) {
    refuse({ reason: 'rules_changed', run: run.id, message: changed.join(', ') })
  }
  const runs = history.get(dataset.name)?.runs ?? []
  if (runs.length === 0) refuse({ reason: 'nothing_delivered', run: run.id, message: dataset.name })
  const plans = planDomain(domain, postgres)
  const plan = planNamed(plans, dataset.name)
  const { universe, checks: counted } = await countUniverse(db, plan, runs)
  const now = [...counted, ...(await stateChecks(db, plans))]
  const output = await writeFile(db, dataset, declaration, async (n, content) => {
    await db.exec(
      'INSERT INTO quality.declaration_part (declaration_id, n, content) VALUES ($1, $2, $3)',
      [request.id, n, content],
    )
  })
  now.push(check(`file.${dataset.name}`, dataset.name, universe.declared, output.rows))
  const failed = failedChecks(now)
  if (failed.length > 0) {
    refuse({ reason: 'incomplete', run: run.id, checks: describeChecks(failed) })
  }
  return {
    certificate: 'completeness',
    declaration: request.id,
    domain: domain.name,
    dataset: dataset.name,
    produced_at: new Date().toISOString(),
    ...(await readProducer(db, request)),
    code: codeVersion(),
    run,
    replays,
    equation: 'collected = declared + open + closed + duplicates',
    figures: universe,
    declared_amount: await readAmounts(db, domain),
    checks: [...ownChecks(now), ...checks],
    inputs: await readInputs(db, domain, history),
    output: {
      file: `${declaration.file}_${day}_${request.id}.csv`,
      ...output,
      columns: declaration.columns,
      order: dataset.key,
      ...FILE_FORMAT,
    },
  }
}

/** Ledger and post-conditions over the state as it is now, whatever replays did since the run. */
async function stateChecks(db: Db, plans: readonly DatasetPlan[]): Promise<CheckOutcome[]> {
  const checks: CheckOutcome[] = []
  for (const plan of plans) {
    checks.push(await ledgerCheck(db, plan))
    checks.push(...(await postConditionChecks(db, plan, { full: false })))
  }
  return checks
}
