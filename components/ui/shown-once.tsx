'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from './button'
import { Input } from './field'

/** A secret that is shown once, with a button that copies it. */
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
        <Input
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-1 font-mono"
        />
        <Button onClick={() => void copy()}>{copied ? t('copied') : t('copy')}</Button>
      </span>
    </div>
  )
}
