import { useTranslations } from 'next-intl'

/** No row matches the filters, and the button that drops them. */
export function NoMatch({ onDrop }: { onDrop(): unknown }) {
  const t = useTranslations('rule')
  return (
    <p className="py-6">
      {t('noRows')}{' '}
      <button type="button" className="underline" onClick={onDrop}>
        {t('dropFilters')}
      </button>
    </p>
  )
}
