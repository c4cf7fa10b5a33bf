'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'

/** A moment without the stream is no news; a longer one is said. */
const PATIENCE_MS = 4000
const RETRY_MS = 2000

const WORDS = {
  database: 'databaseAwayLive',
  server: 'serverAway',
  network: 'offlineLive',
} as const

/**
 * Follows the server: when something changed, the figures are read again in place, without losing
 * a selection, a filter or the scroll position. Says so when the server or database is away.
 */
export function Live() {
  const router = useRouter()
  const t = useTranslations('shell')
  const [away, setAway] = useState<'server' | 'database' | 'network'>()
  const known = useRef<string>(undefined)
  useEffect(() => {
    let events: EventSource | undefined
    let silence: ReturnType<typeof setTimeout> | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    const listen = () => {
      events = new EventSource('/api/live')
      events.onmessage = ({ data }) => {
        const pulse = JSON.parse(data) as { version?: string; away?: true }
        setAway(pulse.away ? 'database' : undefined)
        if (pulse.version === undefined) return
        if (known.current !== undefined && known.current !== pulse.version) router.refresh()
        known.current = pulse.version
      }
      events.onopen = () => {
        clearTimeout(silence)
        silence = undefined
      }
      events.onerror = () => {
        silence ??= setTimeout(() => void ask(), PATIENCE_MS)
        // Turned away, not cut off: the browser does not try again by itself.
        if (events?.readyState !== EventSource.CLOSED) return
        clearTimeout(retry)
        retry = setTimeout(listen, RETRY_MS)
      }
    }
    const ask = async () => {
      silence = undefined
      const status = await fetch('/api/health', { cache: 'no-store' }).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200) router.refresh() // nobody is away, so it is the session that has ended
      if (status === 200) return setAway(undefined)
      setAway(status === 503 ? 'database' : navigator.onLine ? 'server' : 'network')
    }
    listen()
    return () => {
      clearTimeout(silence)
      clearTimeout(retry)
      events?.close()
    }
  }, [router])
  if (!away) return null
  return (
    <p
      role="alert"
      className="sticky top-(--header) z-30 mb-3 border-critical border-l-4 bg-panel px-3 py-2 text-critical"
    >
      <span aria-hidden="true">■ </span>
      {t(WORDS[away])}
    </p>
  )
}
