import { useTranslations } from 'next-intl'
import { useTitles } from '@/components/names'
import type { ChannelChoices } from '@/lib/server/queries/channels'
import { Choices } from './choices'
import type { ChannelValues } from './use-channel-form'

interface OnlyProps {
  values: ChannelValues
  set(change: Partial<ChannelValues>): void
  choices: ChannelChoices
}

/** What a channel is limited to: levels, owners, domains, rules. */
export function Only({ values, set, choices }: OnlyProps) {
  const t = useTranslations('channels')
  const level = useTranslations('alerts.level')
  const titles = useTitles()
  return (
    <div>
      <p>
        {t('only')} <span className="text-muted">{t('onlyAbout')}</span>
      </p>
      <Choices
        label={t('levels')}
        options={(['critical', 'warning'] as const).map((id) => ({ id, label: level(id) }))}
        chosen={values.levels}
        onChange={(levels) => set({ levels })}
      />
      <Choices
        label={t('owners')}
        options={choices.owners.map((owner) => ({ id: owner, label: owner }))}
        chosen={values.owners}
        onChange={(owners) => set({ owners })}
      />
      <Choices
        label={t('domains')}
        options={choices.domains.map((id) => ({ id, label: titles.domains[id] ?? id }))}
        chosen={values.domains}
        onChange={(domains) => set({ domains })}
      />
      <Choices
        label={t('rules')}
        options={choices.rules.map(({ id, means }) => ({ id, label: means, hint: id }))}
        chosen={values.rules}
        onChange={(rules) => set({ rules })}
      />
    </div>
  )
}
