'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Board } from './board'
import { Heartbeat } from './heartbeat'
import { stalenessOf } from './staleness'
import { type Shown, useFigures } from './use-figures'
import css from './wall.module.css'
import { WayOut } from './way-out'

interface WallScreenProps {
  first: Shown | null
  /** The device's link has been revoked. */
  closed: boolean
  /** A person looks, who may leave; else a device. */
  person: boolean
  theme: 'light' | 'dark'
  locale: string
}

/** Full screen, never touched: shows the figures, and how old they are when no new ones come. */
export function WallScreen({ first, closed, person, theme, locale }: WallScreenProps) {
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
          <h1>■ {t(person ? 'signedOut' : 'closed')}</h1>
          {person ? (
            <p>
              <a href="/sign-in?to=/wall">{t('signInAgain')}</a>
            </p>
          ) : (
            <p>{t('closedHint')}</p>
          )}
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
      {person && <WayOut />}
      {shown ? (
        <div className={css.shifted} style={{ transform: shiftAt(now) }}>
          <Board figures={shown.figures} locale={locale} />
          <Heartbeat {...shown} age={age} locale={locale} banner={banner} />
        </div>
      ) : (
        <section className={css.alone}>
          <h1>Lazaret</h1>
          {banner}
        </section>
      )}
    </main>
  )
}

/**
 * A pixel or two, another one each minute: no edge stands on the same pixels for days, which would
 * burn it in.
 */
function shiftAt(now: number | null): string | undefined {
  if (now === null) return undefined
  const angle = ((Math.floor(now / 60_000) % 8) / 8) * 2 * Math.PI
  return `translate(${Math.round(2 * Math.cos(angle))}px, ${Math.round(2 * Math.sin(angle))}px)`
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
