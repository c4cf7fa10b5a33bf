'use client'

import { useTranslations } from 'next-intl'
import { DelayedInput } from '@/components/ui/delayed-input'
import { Check } from '@/components/ui/field'
import type { RowView } from '@/lib/views/view'

/** Changes the view in the address; null takes a part out of it. */
export type SetRowView = (change: Partial<{ [K in keyof RowView]: RowView[K] | null }>) => unknown

/** Filters of a row table. */
export function RowFilters({ view, setView }: { view: RowView; setView: SetRowView }) {
  const t = useTranslations('rule')
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={(event) => event.preventDefault()}>
      <DelayedInput
        label={t('text')}
        type="search"
        value={view.text ?? ''}
        onSettled={(text) => setView({ text: text || null })}
        wide
      />
      <DelayedInput
        label={t('minAge')}
        type="number"
        value={view.minAge === null ? '' : String(view.minAge)}
        onSettled={(n) => setView({ minAge: n === '' ? null : Number(n) })}
      />
      <DelayedInput
        label={t('minAmount')}
        type="number"
        value={view.minAmount ?? ''}
        onSettled={(n) => setView({ minAmount: n || null })}
      />
      <Check checked={view.ready ?? false} onChange={(on) => setView({ ready: on || null })}>
        {t('onlyReady')}
      </Check>
      <Check checked={view.closed ?? false} onChange={(on) => setView({ closed: on || null })}>
        {t('onlyClosed')}
      </Check>
    </form>
  )
}
