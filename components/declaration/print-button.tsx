'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'

/** Opens the browser's print dialog. */
export function PrintButton() {
  const t = useTranslations('declarations')
  return <Button onClick={() => window.print()}>{t('print')}</Button>
}
