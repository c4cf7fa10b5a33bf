'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'

/**
 * Follows the server: when something changed, the figures are read again in place, without losing
 * a selection, a filter or the scroll position. Says so when the server or database is away.
 */
export function Live() {
  const router = useRouter()
  const t = useTranslations('shell')
  const [away, setAway] = useState(false)
  const known = useRef<string>(undefined)
  useEffect(() => {
    const events = new EventSource('/api/live')
    let silence: ReturnType<typeof setTimeout> | undefined
    events.onmessage = ({ data }) => {
      const pulse = JSON.parse(data) as { version?: string; away?: true }
      setAway(pulse.away === true)
      if (pulse.version === undefined) return
      if (known.current !== undefined && known.current !== pulse.version) router.refresh()
      known.current = pulse.version
    }
    events.onopen = () => clearTimeout(silence)
    // A moment without the stream is no news; a longer one is said.
    events.onerror = () => {
      clearTimeout(silence)
      silence = setTimeout(() => setAway(true), 5000)
    }
    return () => {
      clearTimeout(silence)
      events.close()
    }
  }, [router])
  if (!away) return null
  return (
    <p role="alert" className="border-critical border-b-2 px-4 py-1 text-critical">
      ■ {t('databaseAway')}
    </p>
  )
}
