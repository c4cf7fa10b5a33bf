import { readGoldDomains, readImpact } from '@/lib/server/queries/impact'
import {
  customersTable,
  type ImpactCustomersQuery,
  readImpactCustomers,
} from '@/lib/server/queries/impact-customers'
import { readRuleTexts } from '@/lib/server/queries/rule'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { ALL_DOMAINS } from '@/lib/views/domain'
import type { ImpactView } from '@/lib/views/impact-view'
import { type Chosen, choose } from './choose'

/** Of a customer's name or number. */
const MAX_SEARCH_CHARS = 200

/** The customers that the address asks for. */
function customersQuery(
  domain: string,
  view: ImpactView,
  { figure, currency }: Chosen,
): ImpactCustomersQuery {
  return {
    domain,
    rows: figure.rests[0] ?? '',
    figure: figure.column,
    currency: currency ?? '',
    sort: view.sort,
    desc: view.desc,
    text: view.text?.trim().slice(0, MAX_SEARCH_CHARS) || undefined,
    after: view.after ?? undefined,
  }
}

/**
 * What the impact screen shows, read from one snapshot.
 * @param wanted the reader's domain, for an address without one.
 * @returns `shown` undefined where the domain has no figures.
 */
export function readScreen(view: ImpactView, wanted: string | undefined, locale: string) {
  return databaseOf(database()).snapshot(async (tx) => {
    const domains = await readGoldDomains(tx)
    const asked = view.domain === ALL_DOMAINS ? null : view.domain
    const domain = asked ?? wanted ?? domains[0] ?? ''
    const screen = await readImpact({ snapshot: (work) => work(tx) }, domain)
    const chosen = screen && choose(screen, view)
    const timeZone = await readTimeZone(tx)
    if (!screen || !chosen) return { domains, domain, timeZone, shown: undefined }
    const table = await customersTable(tx, domain)
    const query = customersQuery(domain, view, chosen)
    const shown = {
      screen,
      chosen,
      query,
      texts: await readRuleTexts(tx, locale),
      customers: table && (await readImpactCustomers(tx, table, query)),
    }
    return { domains, domain, timeZone, shown }
  })
}
