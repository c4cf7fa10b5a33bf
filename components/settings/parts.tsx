'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'

export const field = 'h-8 rounded-sm border border-line bg-page px-2'
export const button =
  'h-8 whitespace-nowrap rounded-sm border border-line px-2 hover:bg-panel disabled:text-muted disabled:hover:bg-page'

/** Asks before it does what cannot be taken back. */
export function ConfirmButton({
  label,
  about,
  pending,
  onConfirm,
}: {
  label: string
  /** Whom or what it concerns, for those who do not see the line. */
  about: string
  pending: boolean
  onConfirm(): void
}) {
  const t = useTranslations()
  const [asking, setAsking] = useState(false)
  if (!asking) {
    return (
      <button
        type="button"
        className={button}
        aria-label={`${label}: ${about}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
    )
  }
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      {t('settings.really')}
      <button
        type="button"
        disabled={pending}
        className={`${button} border-critical font-semibold text-critical`}
        aria-label={`${label}: ${about}`}
        onClick={onConfirm}
      >
        {label}
      </button>
      <button type="button" className={button} onClick={() => setAsking(false)}>
        {t('terms.cancel')}
      </button>
    </span>
  )
}

/** A secret that is shown once, with a way to take it along. */
export function ShownOnce({ label, value }: { label: string; value: string }) {
  const t = useTranslations('settings')
  const [copied, setCopied] = useState(false)
  const id = useId()
  const copy = async () => {
    // Without HTTPS there is no clipboard for scripts: the text is selected instead.
    if (navigator.clipboard) await navigator.clipboard.writeText(value)
    setCopied(navigator.clipboard !== undefined)
    const input = document.getElementById(id)
    if (input instanceof HTMLInputElement) input.select()
  }
  return (
    <div role="status" className="flex max-w-3xl flex-col gap-1 border-flag border-l-4 py-1 pl-3">
      <label htmlFor={id}>
        <strong>{label}</strong> <span className="text-muted">{t('once')}</span>
      </label>
      <span className="flex gap-2">
        <input
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          className={`${field} min-w-0 flex-1 font-mono`}
        />
        <button type="button" className={button} onClick={() => void copy()}>
          {copied ? t('copied') : t('copy')}
        </button>
      </span>
    </div>
  )
}

export function Failure({ children }: { children?: string }) {
  if (!children) return null
  return (
    <p role="alert" className="max-w-md text-critical">
      ■ {children}
    </p>
  )
}
