'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Board } from './board'
import { Heartbeat } from './heartbeat'
import { stalenessOf } from './staleness'
import { type Shown, useFigures } from './use-figures'
import css from './wall.module.css'

interface WallScreenProps {
  first: Shown | null
  /** The device's link has been revoked. */
  closed: boolean
  theme: 'light' | 'dark'
  locale: string
}

/** Full screen, never touched: shows the figures, and how old they are when no new ones come. */
export function WallScreen({ first, closed, theme, locale }: WallScreenProps) {
  const t = useTranslations('wall')
  const { shown, failure, receivedAt } = useFigures(first, closed)
  const now = useNow()
  const age = now !== null && receivedAt !== null ? Math.max(0, now - receivedAt) : null
  const away = failure !== null && failure !== 'closed'
  const stale = stalenessOf(age, away && shown === null)
  if (failure === 'closed') {
    return (
      <main className={css.wall} data-theme={theme} data-stale="vermilion" lang={locale}>
        <section className={css.alone} role="alert">
          <h1>■ {t('closed')}</h1>
          <p>{t('closedHint')}</p>
        </section>
      </main>
    )
  }
  const reason = t(`reason.${away ? failure : 'waiting'}`)
  const banner = stale && (
    <p role="alert" className={css.banner}>
      {stale === 'vermilion' ? '■ ' : '▲ '}
      {shown && age !== null
        ? t('stale', { age: t('minutes', { n: Math.floor(age / 60_000) }), reason })
        : t('never', { reason })}
    </p>
  )
  return (
    <main className={css.wall} data-theme={theme} data-stale={stale ?? undefined} lang={locale}>
      {shown ? (
        <>
          <Board figures={shown.figures} locale={locale} />
          <Heartbeat {...shown} age={age} locale={locale} banner={banner} />
        </>
      ) : (
        <section className={css.alone}>
          <h1>Lazaret</h1>
          {banner}
        </section>
      )}
    </main>
  )
}

/** The browser's clock, every second; null until the page is alive. */
function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
