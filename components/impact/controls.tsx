'use client'

import { useTranslations } from 'next-intl'
import { useQueryStates } from 'nuqs'
import { useTitles } from '@/components/names'
import { Select } from '@/components/ui/field'
import { impactView } from '@/lib/views/impact-view'

interface ControlsProps {
  domains: string[]
  domain: string
  figures: { column: string; title: string }[]
  figure: string
  currencies: string[]
  currency: string | null
}

/** Domain, figure and currency that the screen is about; what there is one of is not asked. */
export function ImpactControls(props: ControlsProps) {
  const t = useTranslations('impact')
  const shell = useTranslations('shell')
  const titles = useTitles()
  const [, setView] = useQueryStates(impactView, { shallow: false, scroll: false })
  const part = { table: null, group: null, after: null }
  return (
    <div className="flex flex-wrap gap-3">
      {props.domains.length > 1 && (
        <Select
          aria-label={shell('domain')}
          value={props.domain}
          onChange={(value) => setView({ ...part, domain: value, figure: null, text: null })}
          options={props.domains.map((name) => [name, titles.domains[name] ?? name])}
        />
      )}
      <Select
        aria-label={t('figure')}
        value={props.figure}
        onChange={(value) => setView({ ...part, figure: value })}
        options={props.figures.map(({ column, title }) => [column, title])}
      />
      {props.currencies.length > 1 && (
        <Select
          aria-label={t('currency')}
          value={props.currency ?? ''}
          onChange={(value) => setView({ ...part, currency: value })}
          options={props.currencies.map((name) => [name, name || t('noCurrency')])}
        />
      )}
    </div>
  )
}
