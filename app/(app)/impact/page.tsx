import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import type { SearchParams } from 'nuqs/server'
import { Computed } from '@/components/impact/computed'
import { ImpactControls } from '@/components/impact/controls'
import { CustomersSection } from '@/components/impact/customers-section'
import { Headline } from '@/components/impact/headline'
import { NoGold } from '@/components/impact/no-gold'
import { PartSection } from '@/components/impact/part-section'
import { Rules } from '@/components/impact/rules'
import { DomainInAddress } from '@/components/shell/domain-in-address'
import { pageActor } from '@/lib/server/auth/actor'
import { chosenDomain } from '@/lib/server/domain'
import { type ImpactView, impactHref, loadImpactView } from '@/lib/views/impact-view'
import { partOf } from './choose'
import { readScreen } from './read'
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
  const read = await readScreen(view, wanted, locale)
  const { domains, domain, timeZone, shown } = read
  const reader = { locale, timeZone }
  const title = <h1 className="font-semibold text-xl">{t('impact.title')}</h1>
  if (!shown) {
    return (
      <div className="flex flex-col gap-6">
        <DomainInAddress domain={domain} />
        {title}
        <NoGold domain={domain} domains={domains} />
      </div>
    )
  }
  const { screen, chosen, query, texts, customers } = shown
  const { main, figure, currency, currencies, row, unknown, parts } = chosen
  const { name, groupOf } = wordsOf(t, locale)
  const at = { ...view, domain: view.domain ?? (wanted ? null : domain) }
  const part = partOf(chosen, view)
  const setsOf = (names: string[]) => screen.rowSets.filter((set) => names.includes(set.name))
  const to = (change: Partial<ImpactView>) => impactHref('/impact', { ...at, ...change })
  return (
    <div className="flex flex-col gap-8">
      <DomainInAddress domain={domain} />
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-2">
          {title}
          <Computed screen={screen} reader={reader} />
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
            unknown > 0 ? { rows: unknown, href: to({ currency: '', after: null }) } : undefined
          }
          hrefOf={(column) => to({ figure: column, table: null, group: null, after: null })}
          reader={reader}
        />
      )}
      <Rules
        title={t('impact.byRule', { figure: name(part?.figure ?? figure) })}
        table={part?.table.name ?? main.name}
        row={part?.row ?? row}
        sets={setsOf((part?.figure ?? figure).rests)}
        texts={texts}
        here={to({})}
        part={
          part && {
            label: `${name(part.table)}: ${groupOf(part.table, part.row.group)}`,
            wholeHref: `${to({ table: null, group: null })}#rules`,
          }
        }
        reader={reader}
      />
      <div className={`grid grid-cols-1 gap-8 ${parts.length > 1 ? 'xl:grid-cols-2' : ''}`}>
        {parts.map((each) => (
          <PartSection
            key={each.table.name}
            {...each}
            hrefOf={(group) => `${to({ table: each.table.name, group })}#rules`}
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
