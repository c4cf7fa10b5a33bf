'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState, useTransition } from 'react'

type Asked =
  | { ok: true; result: Record<string, unknown> }
  | { ok: false; code: string; message: string }

interface ProduceButtonProps {
  act(name: 'request-declaration', input: unknown): Promise<Asked>
  domain: string
  /** Made once per page, so that a second click is the same wish. */
  requestId: string
  /** Why it cannot be asked for, as a role or as a state; undefined when it can. */
  forbidden?: string
}

/** Asks for a declaration and goes to its address. */
export function ProduceButton({ act, domain, requestId, forbidden }: ProduceButtonProps) {
  const router = useRouter()
  const t = useTranslations()
  const [failure, setFailure] = useState<string>()
  const [pending, start] = useTransition()
  const ask = () =>
    start(async () => {
      const asked = await act('request-declaration', { domain, requestId })
      if (asked.ok) return router.push(`/declarations/${asked.result.declaration}`)
      setFailure(asked.code)
      // What stands in the way now is for the page to say.
      router.refresh()
    })
  return (
    <span className="flex flex-col gap-1">
      <button
        type="button"
        onClick={ask}
        disabled={pending || forbidden !== undefined}
        title={forbidden}
        className="self-start rounded-sm bg-ink px-3 py-1.5 font-semibold text-page disabled:opacity-60"
      >
        {pending ? t('act.working') : t('declarations.produce')}
      </button>
      {failure && (
        <span role="alert" className="text-critical">
          {t(`act.failed.${failure}` as 'act.failed.internal')}
        </span>
      )}
    </span>
  )
}
