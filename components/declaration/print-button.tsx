'use client'

import { useTranslations } from 'next-intl'

/** Opens the browser's print dialog. */
export function PrintButton() {
  const t = useTranslations('declarations')
  return (
    <button
      type="button"
      onClick={() => window.print()}
      className="rounded-sm border border-line px-3 py-1.5 hover:bg-panel"
    >
      {t('print')}
    </button>
  )
}
