'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'

/** Finds a customer, an invoice, any key; reached with ⌘K, Ctrl K or `/`. */
export function SearchBox() {
  const t = useTranslations()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      const asked =
        (event.key === 'k' && (event.metaKey || event.ctrlKey)) || (event.key === '/' && !typing)
      if (!asked) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <search className="min-w-40 flex-1 max-md:order-last max-md:basis-full md:max-w-md">
      <form action="/search">
        <input
          ref={input}
          type="search"
          name="q"
          aria-label={t('terms.search')}
          placeholder={`${t('shell.searchPlaceholder')}   ⌘K`}
          className="h-8 w-full rounded-sm border border-line bg-page px-2"
        />
      </form>
    </search>
  )
}
