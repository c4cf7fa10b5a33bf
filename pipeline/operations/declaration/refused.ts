import type { Obstacle } from '@/lib/shared/declaration/obstacle'
import { LazaretError } from '@/lib/shared/errors'

export interface Refusal extends Omit<Obstacle, 'reason'> {
  reason: Obstacle['reason'] | 'rules_changed' | 'nothing_delivered' | 'incomplete'
}

/** There is no balanced state to declare; nothing was written. Exit 3. */
export class DeclarationRefused extends LazaretError {
  override readonly name = 'DeclarationRefused'
  readonly reason: Refusal['reason']
  constructor(
    domain: string,
    readonly refusal: Refusal,
  ) {
    super(`No declaration of ${domain}: ${sentenceOf(refusal)}`, 3, {}, hintOf(refusal, domain))
    this.reason = refusal.reason
  }
}

function sentenceOf({ reason, run, replay, checks, message }: Refusal): string {
  const why = [checks?.join(', '), message].filter(Boolean).join('; ')
  const because = why ? ` (${why})` : ''
  switch (reason) {
    case 'no_run':
      return 'no delivery was run yet'
    case 'run_in_progress':
      return `run ${run} is in progress`
    case 'run_refused':
      return `run ${run}, its latest, was refused${because}`
    case 'run_failed':
      return `run ${run}, its latest, failed${because}`
    case 'run_interrupted':
      return `run ${run}, its latest, was interrupted`
    case 'check_failed':
      return `run ${run} has checks that do not hold${because}`
    case 'replay_waiting':
      return `replay ${replay} has not ended yet`
    case 'replay_failed':
      return `replay ${replay}, after run ${run}, failed${because}`
    case 'rules_changed':
      return `its rules changed since run ${run}${because}`
    case 'nothing_delivered':
      return `what it declares was never delivered${because}`
    case 'incomplete':
      return `it would not be complete after run ${run}${because}`
  }
}

function hintOf({ reason }: Refusal, domain: string): string {
  switch (reason) {
    case 'run_in_progress':
    case 'replay_waiting':
      return 'Ask again when it has ended'
    case 'replay_failed':
      return `Mend what made it fail, then: npm run pipeline -- replay ${domain}`
    case 'rules_changed':
      return `Run a delivery first, or: npm run pipeline -- rebuild ${domain}`
    case 'check_failed':
    case 'incomplete':
      return 'Rows are missing or in two places: look at these checks before anything else'
    default:
      return 'Run a delivery that commits, then ask again'
  }
}
