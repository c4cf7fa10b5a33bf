'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { Button } from '@/components/ui/button'
import { Failure } from '@/components/ui/failure'
import { Input } from '@/components/ui/field'

export type PasswordState = {
  outcome: 'done' | 'wrong' | 'often' | 'short' | 'long' | 'weak' | null
}
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
        <Input name="current" type="password" autoComplete="current-password" required />
      </label>
      <label className="flex flex-col gap-1">
        {t('next')}
        <Input
          name="next"
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={128}
          required
        />
      </label>
      {state.outcome === 'done' ? (
        <p role="status">✓ {t('done')}</p>
      ) : (
        <Failure>{state.outcome ? t(state.outcome) : undefined}</Failure>
      )}
      <Button type="submit" disabled={pending} className="self-start">
        {t('change')}
      </Button>
    </form>
  )
}
