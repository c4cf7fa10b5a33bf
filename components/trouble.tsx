'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'

const EVERY_MS = 2000

/** What does not answer. */
type Away = 'database' | 'server' | 'network'

const TITLE = { database: 'databaseAway', server: 'serverAwayTitle', network: 'offline' } as const
const HINT = { database: 'databaseAwayHint', server: 'awayHint', network: 'awayHint' } as const

async function whoIsAway(): Promise<Away | null> {
  const status = await fetch('/api/health', { cache: 'no-store' }).then(
    (response) => response.status,
    () => 0,
  )
  if (status === 200) return null
  if (status === 503) return 'database'
  return navigator.onLine ? 'server' : 'network'
}

/**
 * What stands instead of a page that could not be made. Asks what does not answer, and tries again
 * by itself once it does. Never an empty list.
 */
export function Trouble({ mark, retry }: { mark: string; retry(): void }) {
  const t = useTranslations('shell')
  const [away, setAway] = useState<Away | null>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasAway = false
    const ask = async () => {
      const now = await whoIsAway()
      // Once only: a page that fails though everything answers would be asked for ever.
      if (now === null && wasAway) return retry()
      wasAway ||= now !== null
      setAway(now)
      if (now !== null) timer = setTimeout(() => void ask(), EVERY_MS)
    }
    void ask()
    return () => clearTimeout(timer)
  }, [retry])
  if (away === undefined) return <p aria-live="polite">{t('loading')}</p>
  return (
    <section role="alert" className="flex max-w-2xl flex-col items-start gap-2 p-6">
      <h1 className="font-semibold text-critical text-xl">
        <span aria-hidden="true">■ </span>
        {t(away ? TITLE[away] : 'fault')}
      </h1>
      <p>{away ? t(HINT[away]) : t('faultHint', { mark })}</p>
      <Button onClick={retry}>{t('tryAgain')}</Button>
    </section>
  )
}
