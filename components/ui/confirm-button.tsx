'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from './button'

interface ConfirmButtonProps {
  label: string
  /** Whom or what it concerns, for those who do not see the line. */
  about: string
  pending: boolean
  onConfirm(): void
}

/** Asks before it does what cannot be taken back. */
export function ConfirmButton({ label, about, pending, onConfirm }: ConfirmButtonProps) {
  const t = useTranslations()
  const [asking, setAsking] = useState(false)
  const name = `${label}: ${about}`
  if (!asking) {
    return (
      <Button aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </Button>
    )
  }
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      {t('settings.really')}
      <Button look="danger" disabled={pending} aria-label={name} onClick={onConfirm}>
        {label}
      </Button>
      <Button onClick={() => setAsking(false)}>{t('terms.cancel')}</Button>
    </span>
  )
}
