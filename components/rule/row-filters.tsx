'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { RowView } from '@/lib/views/view'

interface RowFiltersProps {
  view: RowView
  setView(change: Partial<{ [K in keyof RowView]: RowView[K] | null }>): unknown
}

const field = 'h-8 rounded-sm border border-line bg-page px-2'

/** Filters of a row table; text waits until the typing pauses. */
export function RowFilters({ view, setView }: RowFiltersProps) {
  const t = useTranslations('rule')
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={(event) => event.preventDefault()}>
      <Typed
        label={t('text')}
        type="search"
        value={view.text ?? ''}
        onSettled={(text) => setView({ text: text || null })}
        wide
      />
      <Typed
        label={t('minAge')}
        type="number"
        value={view.minAge === null ? '' : String(view.minAge)}
        onSettled={(n) => setView({ minAge: n === '' ? null : Number(n) })}
      />
      <Typed
        label={t('minAmount')}
        type="number"
        value={view.minAmount ?? ''}
        onSettled={(n) => setView({ minAmount: n || null })}
      />
      <label className="flex h-8 items-center gap-1">
        <input
          type="checkbox"
          checked={view.ready ?? false}
          onChange={(e) => setView({ ready: e.target.checked || null })}
        />
        {t('onlyReady')}
      </label>
      <label className="flex h-8 items-center gap-1">
        <input
          type="checkbox"
          checked={view.closed ?? false}
          onChange={(e) => setView({ closed: e.target.checked || null })}
        />
        {t('onlyClosed')}
      </label>
    </form>
  )
}

interface TypedProps {
  label: string
  type: 'search' | 'number'
  value: string
  wide?: boolean
  onSettled(value: string): unknown
}

const PAUSE_MS = 350

/** A field whose text counts when the typing pauses; the address wins when it changes. */
export function Typed({ label, type, value, wide, onSettled }: TypedProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The address changed under us (a link, the back button): it wins.
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed starts the clock
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onSettled(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <label className="flex flex-col text-[13px] text-muted">
      {label}
      <input
        type={type}
        value={typed}
        min={type === 'number' ? 0 : undefined}
        onChange={(event) => setTyped(event.target.value)}
        className={`${field} text-ink ${wide ? 'w-56' : 'w-28'}`}
      />
    </label>
  )
}
