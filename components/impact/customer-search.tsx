'use client'

import { useTranslations } from 'next-intl'
import { useQueryStates } from 'nuqs'
import { DelayedInput } from '@/components/ui/delayed-input'
import { impactView } from '@/lib/views/impact-view'

/** Finds customers by a part of number or name; the address has it. */
export function CustomerSearch() {
  const t = useTranslations('impact')
  const [view, setView] = useQueryStates(impactView, { shallow: false, scroll: false })
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <DelayedInput
        label={t('searchCustomer')}
        type="search"
        value={view.text ?? ''}
        onSettled={(text) => setView({ text: text || null, after: null })}
        wide
      />
    </form>
  )
}
