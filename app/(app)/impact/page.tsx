import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import type { SearchParams } from 'nuqs/server'
import { ImpactControls } from '@/components/impact/controls'
import { CustomersSection } from '@/components/impact/customers-section'
import { Headline } from '@/components/impact/headline'
import { NoGold } from '@/components/impact/no-gold'
import { PartSection } from '@/components/impact/part-section'
import { Rules } from '@/components/impact/rules'
import { pageActor } from '@/lib/server/auth/actor'
import { chosenDomain } from '@/lib/server/domain'
import { readGoldDomains, readImpact } from '@/lib/server/queries/impact'
import { customersTable, readImpactCustomers } from '@/lib/server/queries/impact-customers'
import { readRuleTexts } from '@/lib/server/queries/rule'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { formatTime } from '@/lib/shared/format'
import { impactHref, loadImpactView } from '@/lib/views/impact-view'
import { choose } from './choose'
import { wordsOf } from './words'

interface Props {
  searchParams: Promise<SearchParams>
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('impact'))('title') }
}

/** Impact: the figures of Gold, what quarantine withholds from them, and which customers that hits. */
export default async function ImpactPage({ searchParams }: Props) {
  await pageActor()
  const view = await loadImpactView(searchParams)
  const wanted = await chosenDomain()
  const locale = await getLocale()
  const t = await getTranslations()
  const read = await databaseOf(database()).snapshot(async (tx) => {
    const domains = await readGoldDomains(tx)
    const asked = view.domain ?? wanted
    const domain = asked ?? domains[0] ?? ''
    const screen = await readImpact({ snapshot: (work) => work(tx) }, domain)
    const chosen = screen && choose(screen, view)
    const timeZone = await readTimeZone(tx)
    if (!screen || !chosen) return { domains, domain, timeZone, shown: undefined }
    const { figure, currency } = chosen
    const table = await customersTable(tx, domain)
    const query = {
      domain,
      rows: figure.rests[0] ?? '',
      figure: figure.column,
      currency: currency ?? '',
      sort: view.sort,
      desc: view.desc,
      text: view.text?.trim().slice(0, 200) || undefined,
      after: view.after ?? undefined,
    }
    return {
      domains,
      domain,
      timeZone,
      shown: {
        screen,
        chosen,
        query,
        texts: await readRuleTexts(tx, locale),
        customers: table && (await readImpactCustomers(tx, table, query)),
      },
    }
  })
  const { domains, domain, timeZone, shown } = read
  const reader = { locale, timeZone }
  const title = <h1 className="font-semibold text-xl">{t('impact.title')}</h1>
  if (!shown) {
    return (
      <div className="flex flex-col gap-6">
        {title}
        <NoGold domain={domain} domains={domains} />
      </div>
    )
  }
  const { screen, chosen, query, texts, customers } = shown
  const { main, figure, currency, currencies, row, unknown, parts } = chosen
  const { name, day, groupOf } = wordsOf(t, locale)
  const at = { ...view, domain: view.domain ?? (wanted ? null : domain) }
  const part = parts.find(({ table }) => table.name === view.table)
  const group = part && view.group
  const partRow = group
    ? part.rows.find((r) => JSON.stringify(r.group) === JSON.stringify(group))
    : undefined
  const about = part && partRow ? { table: part.table, figure: part.figure } : undefined
  const setsOf = (names: string[]) => screen.rowSets.filter((set) => names.includes(set.name))
  const time = formatTime(new Date(screen.computedAt), reader)
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-2">
          {title}
          <p className="text-[13px] text-muted">
            <strong className="text-ink">
              {t('impact.keyDate', { day: day(screen.keyDate) })}
            </strong>
            {' · '}
            {screen.replay !== null
              ? t('impact.computedByReplay', { id: screen.replay, time })
              : t('impact.computedByRun', { id: screen.run ?? 0, time })}
            , {timeZone}
          </p>
        </div>
        <p className="max-w-3xl text-muted">{t('impact.intro')}</p>
        <ImpactControls
          domains={wanted && domains.includes(wanted) ? [] : domains}
          domain={domain}
          figures={main.figures.map((f) => ({ column: f.column, title: name(f) }))}
          figure={figure.column}
          currencies={currencies}
          currency={currency}
        />
      </div>
      {row && (
        <Headline
          figures={main.figures}
          row={row}
          rowSets={screen.rowSets}
          chosen={figure.column}
          elsewhere={
            unknown > 0
              ? { rows: unknown, href: impactHref('/impact', { ...at, currency: '', after: null }) }
              : undefined
          }
          hrefOf={(column) =>
            impactHref('/impact', { ...at, figure: column, table: null, group: null, after: null })
          }
          reader={reader}
        />
      )}
      <Rules
        title={t('impact.byRule', { figure: name(about?.figure ?? figure) })}
        table={about?.table.name ?? main.name}
        row={partRow ?? row}
        sets={setsOf((about?.figure ?? figure).rests)}
        texts={texts}
        part={
          about && partRow
            ? {
                label: `${name(about.table)}: ${groupOf(about.table, partRow.group)}`,
                wholeHref: `${impactHref('/impact', { ...at, table: null, group: null })}#rules`,
              }
            : undefined
        }
        reader={reader}
      />
      <div className={`grid grid-cols-1 gap-8 ${parts.length > 1 ? 'xl:grid-cols-2' : ''}`}>
        {parts.map((each) => (
          <PartSection
            key={each.table.name}
            {...each}
            hrefOf={(group) =>
              `${impactHref('/impact', { ...at, table: each.table.name, group })}#rules`
            }
            reader={reader}
          />
        ))}
      </div>
      {customers && (
        <CustomersSection
          page={customers}
          view={at}
          figure={figure}
          rows={setsOf([query.rows])[0]}
          query={query}
          reader={reader}
        />
      )}
    </div>
  )
}
