'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState, useTransition } from 'react'

type Asked =
  | { ok: true; result: Record<string, unknown> }
  | { ok: false; code: string; message: string }

interface AskButtonProps {
  act(name: 'request-replay' | 'cancel-replay', input: unknown): Promise<Asked>
  name: 'request-replay' | 'cancel-replay'
  /** The request without its id; the id is made once, so that a second click is the same wish. */
  input: object
  requestId: string
  children: React.ReactNode
  primary?: boolean
  /** Why the reader may not; undefined when he may. */
  forbidden?: string
}

/** Asks for a preview or replay and goes to its address; a double click is one replay. */
export function AskButton({
  act,
  name,
  input,
  requestId,
  children,
  primary,
  forbidden,
}: AskButtonProps) {
  const router = useRouter()
  const t = useTranslations('act')
  const [failure, setFailure] = useState<string>()
  const [pending, start] = useTransition()
  const ask = () =>
    start(async () => {
      const asked = await act(name, { ...input, requestId })
      if (!asked.ok) setFailure(asked.code)
      else if (typeof asked.result.replay === 'number' && name === 'request-replay') {
        router.push(`/replays/${asked.result.replay}`)
      } else router.refresh()
    })
  const tone = primary ? 'bg-ink text-page font-semibold' : 'border border-line hover:bg-panel'
  return (
    <span className="flex flex-col gap-1">
      <button
        type="button"
        onClick={ask}
        disabled={pending || forbidden !== undefined}
        title={forbidden}
        className={`self-start rounded-sm px-3 py-1.5 disabled:opacity-60 ${tone}`}
      >
        {pending ? t('working') : children}
      </button>
      {failure && (
        <span role="alert" className="text-critical">
          {t(`failed.${failure}` as 'failed.internal')}
        </span>
      )}
    </span>
  )
}
