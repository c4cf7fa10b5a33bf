'use client'

import { useTranslations } from 'next-intl'
import { useQueryStates } from 'nuqs'
import { useTransition } from 'react'
import { useTitles } from '@/components/names'
import { Select } from '@/components/ui/field'
import { StickyBar } from '@/components/ui/sticky-bar'
import type { RuleOption } from '@/lib/server/queries/moves'
import { flowView, GRAINS, RANGES } from '@/lib/views/flow-view'

interface FlowControlsProps {
  domains: string[]
  /** Of the domain that is shown. */
  domain: string
  rules: RuleOption[]
}

const choice =
  'h-8 whitespace-nowrap border border-line px-3 hover:bg-panel aria-pressed:bg-ink aria-pressed:text-page border-l-0 first-of-type:rounded-l-sm first-of-type:border-l last:rounded-r-sm'

/** What is shown; all of it stands in the address. */
export function FlowControls({ domains, domain, rules }: FlowControlsProps) {
  const t = useTranslations('flow')
  const terms = useTranslations('terms')
  const shell = useTranslations('shell')
  const titles = useTitles()
  const [pending, startTransition] = useTransition()
  const [view, setView] = useQueryStates(flowView, { shallow: false, startTransition })
  const datasets = [...new Set(rules.map((r) => r.dataset))]
  const shown = rules.filter((r) => view.dataset === null || r.dataset === view.dataset)
  return (
    <StickyBar>
      <div aria-busy={pending} className="flex flex-wrap items-center gap-3">
        <fieldset className="flex">
          <legend className="sr-only">{t('range')}</legend>
          {RANGES.map((days) => (
            <button
              key={days}
              type="button"
              aria-pressed={days === view.days}
              onClick={() => setView({ days })}
              className={choice}
            >
              {t('nDays', { n: days })}
            </button>
          ))}
        </fieldset>
        <fieldset className="flex">
          <legend className="sr-only">{t('grain')}</legend>
          {GRAINS.map((grain) => (
            <button
              key={grain}
              type="button"
              aria-pressed={grain === view.grain}
              onClick={() => setView({ grain })}
              className={choice}
            >
              {t(grain === 'day' ? 'perDay' : 'perWeek')}
            </button>
          ))}
        </fieldset>
        {domains.length > 1 && (
          <Select
            aria-label={shell('domain')}
            value={domain}
            onChange={(value) => setView({ domain: value, dataset: null, rule: null })}
            options={domains.map((name) => [name, titles.domains[name] ?? name])}
          />
        )}
        <Select
          aria-label={terms('dataset')}
          value={view.dataset ?? ''}
          onChange={(value) => setView({ dataset: value || null, rule: null })}
          options={[
            ['', t('allDatasets')],
            ...datasets.map((name) => [name, titles.datasets[name] ?? name] as const),
          ]}
        />
        <Select
          aria-label={terms('rule')}
          value={view.rule ?? ''}
          onChange={(value) => setView({ rule: value || null })}
          options={[['', t('allRules')], ...shown.map(({ rule, means }) => [rule, means] as const)]}
        />
      </div>
    </StickyBar>
  )
}
