'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/field'

/** What was wrong: the words typed, or that too many were tried. */
export interface SignInState {
  wrong?: 'words' | 'often'
  /** What was typed, so that it need not be typed again. */
  email?: string
}

type SignIn = (state: SignInState, form: FormData) => Promise<SignInState>

interface SignInFormProps {
  signIn: SignIn
  /** Where to go afterwards, a path of the app. */
  to: string
  /** A ready account of the demo: one button instead of two fields. */
  account?: { email: string; password: string; role: string }
}

export function SignInForm({ signIn, to, account }: SignInFormProps) {
  const t = useTranslations('shell')
  const [state, action, pending] = useActionState(signIn, {})
  return (
    <form action={action} className="flex flex-col gap-3">
      <input type="hidden" name="to" value={to} />
      {account ? (
        <>
          <input type="hidden" name="email" value={account.email} />
          <input type="hidden" name="password" value={account.password} />
        </>
      ) : (
        <>
          <label className="flex flex-col gap-1">
            {t('email')}
            <Input
              name="email"
              type="email"
              autoComplete="username"
              required
              defaultValue={state.email}
            />
          </label>
          <label className="flex flex-col gap-1">
            {t('password')}
            <Input name="password" type="password" autoComplete="current-password" required />
          </label>
        </>
      )}
      {state.wrong && (
        <p role="alert" className="text-critical">
          {t(state.wrong === 'often' ? 'tooManyTries' : 'wrongSignIn')}
        </p>
      )}
      <Button type="submit" disabled={pending} look={account ? 'plain' : 'primary'}>
        {account
          ? t('signInAs', { role: t(`roles.${account.role}` as 'roles.viewer') })
          : t('signIn')}
      </Button>
    </form>
  )
}
