import { domains } from '@/pipeline/domains'
import { withPrepared } from './database'
import { reportError } from './failure'
import { domainNamed } from './options'
import { print, printJson, table } from './output'
import { type DomainStatus, statusOf } from './stock'

/** `status [<domain>]`: what is open, by rule. */
export async function statusCommand(
  name: string | undefined,
  flags: { json?: boolean },
): Promise<number> {
  try {
    const asked = name === undefined ? [...domains.values()] : [domainNamed(name)]
    await withPrepared(async (db) => {
      const asOf = new Date()
      const found: Record<string, DomainStatus> = {}
      for (const domain of asked) found[domain.name] = await statusOf(db, domain, asOf)
      if (flags.json) printJson({ as_of: asOf.toISOString(), domains: found })
      else printStatus(found)
    })
    return 0
  } catch (error) {
    return reportError(error, flags.json)
  }
}

function printStatus(found: Record<string, DomainStatus>): void {
  for (const [name, status] of Object.entries(found)) {
    print(`${name}: ${status.open} open, ${status.ready} ready, oldest ${status.oldest ?? '–'}`)
    if (status.last_run) {
      const { run, status: outcome, as_of } = status.last_run
      print(`last run ${run}: ${outcome}, ${as_of}`)
    } else print('no run yet')
    if (status.rules.length === 0) continue
    print(
      table(
        ['rule', 'dataset', 'open', 'ready', 'oldest', 'amount', 'in 7d', 'out 7d'],
        status.rules.map((r) => [
          r.rule,
          r.dataset,
          r.open,
          r.ready,
          r.oldest ?? '–',
          Object.entries(r.amount)
            .map(([c, a]) => `${c || '?'} ${a}`)
            .join(', '),
          r.in_7d,
          r.out_7d,
        ]),
      ),
    )
  }
}
