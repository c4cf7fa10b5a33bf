'use client'

import { useLocale, useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Failure } from '@/components/ui/failure'
import { Cell, Head, Table } from '@/components/ui/table'
import { useVerb } from '@/components/ui/use-verb'
import type { Act } from '@/lib/server/commands'
import type { SessionLine } from '@/lib/server/queries/accounts'
import { formatTime } from '@/lib/shared/format'

interface SessionsProps {
  sessions: SessionLine[]
  /** Id of the session that the reader is in. */
  current: string
  timeZone: string
  act: Act
}

/** Where one is signed in, and a way to end it there. */
export function Sessions({ sessions, current, timeZone, act }: SessionsProps) {
  const t = useTranslations('settings.sessions')
  const settings = useTranslations('settings')
  const locale = useLocale()
  const time = (iso: string) => formatTime(new Date(iso), { locale, timeZone })
  const { send, failure, pending } = useVerb(act, 'end-session')
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold text-lg">{t('title')}</h2>
      <p className="max-w-3xl text-muted">{t('about')}</p>
      <Failure>{failure}</Failure>
      <Table caption={t('title')} hidden>
        <thead>
          <tr>
            <Head>{t('since')}</Head>
            <Head>{t('seen')}</Head>
            <Head>{t('from')}</Head>
            <Head>{t('browser')}</Head>
            <Head>
              <span className="sr-only">{settings('actions')}</span>
            </Head>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id}>
              <Cell>{time(session.createdAt)}</Cell>
              <Cell>{time(session.seenAt)}</Cell>
              <Cell>{session.address || '–'}</Cell>
              <Cell>
                <span className="wrap-anywhere">{session.browser || '–'}</span>
              </Cell>
              <Cell>
                {session.id === current ? (
                  <span className="text-muted">{t('current')}</span>
                ) : (
                  <Button
                    disabled={pending}
                    aria-label={`${t('end')}: ${time(session.createdAt)}`}
                    onClick={() => send({ session: session.id })}
                  >
                    {t('end')}
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {sessions.length > 1 && (
        <Button
          className="self-start"
          disabled={pending}
          onClick={() => send({ othersThan: current })}
        >
          {t('endOthers')}
        </Button>
      )}
    </section>
  )
}
