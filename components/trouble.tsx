'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'

const EVERY_MS = 2000

/**
 * What stands instead of a page that could not be made. Asks whether it is the database that is
 * away; if so, tries again by itself once that answers. Never an empty list.
 */
export function Trouble({ mark, retry }: { mark: string; retry(): void }) {
  const t = useTranslations('shell')
  const [away, setAway] = useState<boolean>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasAway = false
    const ask = async () => {
      const answers = await fetch('/api/health', { cache: 'no-store' }).then(
        (response) => response.ok,
        () => false,
      )
      // Once only: a page that fails though the database answers would be asked for ever.
      if (answers && wasAway) return retry()
      wasAway ||= !answers
      setAway(!answers)
      if (!answers) timer = setTimeout(() => void ask(), EVERY_MS)
    }
    void ask()
    return () => clearTimeout(timer)
  }, [retry])
  if (away === undefined) return <p aria-live="polite">{t('loading')}</p>
  return (
    <section role="alert" className="flex max-w-2xl flex-col items-start gap-2 p-6">
      <h1 className="font-semibold text-critical text-xl">
        <span aria-hidden="true">■ </span>
        {t(away ? 'databaseAway' : 'fault')}
      </h1>
      <p>{away ? t('databaseAwayHint') : t('faultHint', { mark })}</p>
      <Button onClick={retry}>{t('tryAgain')}</Button>
    </section>
  )
}
