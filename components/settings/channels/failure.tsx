import { useTranslations } from 'next-intl'
import type { SendError } from '@/lib/server/queries/channels'

/** Why a message was not taken, and what the other side said. */
export function SendFailure({ error }: { error: SendError }) {
  const t = useTranslations('channels.error')
  const known = t.has(error.code as 'other')
  return (
    <span className="break-words">
      {t(known ? (error.code as 'other') : 'other')}
      {error.detail && error.code !== 'no_server' && (
        <span className="text-muted"> ({error.detail})</span>
      )}
    </span>
  )
}
