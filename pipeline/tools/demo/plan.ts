import { domains } from '@/pipeline/domains'
import type { Domain } from '@/pipeline/engine/define/schema'
import { domainTools } from '@/pipeline/tools/generate'
import type { DemoPlan } from '@/pipeline/tools/generate/kit/domain-tools'

/** A domain that lives in the demo. */
export interface DemoDomain extends DemoPlan {
  domain: Domain
}

/** The domains of the demo, the one with the most deliveries first. */
export const demos: readonly DemoDomain[] = [...domains.values()]
  .flatMap((domain) => {
    const demo = domainTools.get(domain.name)?.demo
    return demo ? [{ ...demo, domain }] : []
  })
  .sort((a, b) => a.everyDays - b.everyDays)
