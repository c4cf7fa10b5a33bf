'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'

/** What was wrong: the words typed, or that too many were tried. */
export interface SignInState {
  wrong?: 'words' | 'often'
}

type SignIn = (state: SignInState, form: FormData) => Promise<SignInState>

interface SignInFormProps {
  signIn: SignIn
  /** Where to go afterwards, a path of the app. */
  to: string
  /** A ready account of the demo: one button instead of two fields. */
  account?: { email: string; password: string; role: string }
}

const field = 'h-9 rounded-sm border border-line bg-page px-2'

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
            <input name="email" type="email" autoComplete="username" required className={field} />
          </label>
          <label className="flex flex-col gap-1">
            {t('password')}
            <input
              name="password"
              type="password"
              autoComplete="current-password"
              required
              className={field}
            />
          </label>
        </>
      )}
      {state.wrong && (
        <p role="alert" className="text-critical">
          {t(state.wrong === 'often' ? 'tooManyTries' : 'wrongSignIn')}
        </p>
      )}
      <button
        type="submit"
        disabled={pending}
        className={
          account
            ? 'rounded-sm border border-line px-3 py-1.5 hover:bg-panel'
            : 'h-9 rounded-sm bg-ink px-3 font-semibold text-page'
        }
      >
        {account
          ? t('signInAs', { role: t(`roles.${account.role}` as 'roles.viewer') })
          : t('signIn')}
      </button>
    </form>
  )
}
