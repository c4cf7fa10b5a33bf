'use client'

import { useTranslations } from 'next-intl'
import { useQueryStates } from 'nuqs'
import { useTitles } from '@/components/names'
import { impactView } from '@/lib/views/impact-view'

interface ControlsProps {
  domains: string[]
  domain: string
  figures: { column: string; title: string }[]
  figure: string
  currencies: string[]
  currency: string | null
}

const select = 'h-8 max-w-72 rounded-sm border border-line bg-page px-2'

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
        <select
          aria-label={shell('domain')}
          value={props.domain}
          onChange={(e) => setView({ ...part, domain: e.target.value, figure: null, text: null })}
          className={select}
        >
          {props.domains.map((name) => (
            <option key={name} value={name}>
              {titles.domains[name] ?? name}
            </option>
          ))}
        </select>
      )}
      <select
        aria-label={t('figure')}
        value={props.figure}
        onChange={(e) => setView({ ...part, figure: e.target.value })}
        className={select}
      >
        {props.figures.map(({ column, title }) => (
          <option key={column} value={column}>
            {title}
          </option>
        ))}
      </select>
      {props.currencies.length > 1 && (
        <select
          aria-label={t('currency')}
          value={props.currency ?? ''}
          onChange={(e) => setView({ ...part, currency: e.target.value })}
          className={select}
        >
          {props.currencies.map((name) => (
            <option key={name} value={name}>
              {name || t('noCurrency')}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
