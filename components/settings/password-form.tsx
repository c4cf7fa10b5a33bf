'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { button, Failure, field } from './parts'

export type PasswordState = { outcome: 'done' | 'wrong' | null }
type Change = (state: PasswordState, form: FormData) => Promise<PasswordState>

/** One's own password; the sessions on other machines end. */
export function PasswordForm({ change }: { change: Change }) {
  const t = useTranslations('settings.password')
  const [state, action, pending] = useActionState(change, { outcome: null })
  return (
    <form action={action} className="flex max-w-sm flex-col gap-3">
      <h3 className="font-semibold">{t('title')}</h3>
      <label className="flex flex-col gap-1">
        {t('current')}
        <input
          name="current"
          type="password"
          autoComplete="current-password"
          required
          className={field}
        />
      </label>
      <label className="flex flex-col gap-1">
        {t('next')}
        <input
          name="next"
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={128}
          required
          className={field}
        />
      </label>
      {state.outcome === 'wrong' && <Failure>{t('wrong')}</Failure>}
      {state.outcome === 'done' && <p role="status">✓ {t('done')}</p>}
      <button type="submit" disabled={pending} className={`${button} self-start`}>
        {t('change')}
      </button>
    </form>
  )
}
