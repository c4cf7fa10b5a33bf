import { getTranslations } from 'next-intl/server'
import { SignInForm } from '@/components/sign-in-form'
import { readShell } from '@/lib/server/queries/shell'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@/lib/shared/auth/accounts'
import { ownPath } from '@/lib/shared/util/own-path'
import { signIn } from '../actions'

export const dynamic = 'force-dynamic'

interface Props {
  searchParams: Promise<{ to?: string | string[] }>
}

export default async function SignIn({ searchParams }: Props) {
  const t = await getTranslations('shell')
  const to = ownPath((await searchParams).to)
  const { demo } = await readShell()
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-6 px-4">
      <h1 className="flex items-center gap-2 font-semibold text-2xl">
        <span aria-hidden="true" className="size-6 bg-flag ring-1 ring-ink/30" />
        Lazaret
      </h1>
      <SignInForm signIn={signIn} to={to} />
      {demo && (
        <section className="flex flex-col gap-2 border-line border-t pt-4">
          <h2 className="font-semibold">{t('demoAccounts')}</h2>
          {DEMO_ACCOUNTS.map(({ email, role }) => (
            <SignInForm
              key={email}
              signIn={signIn}
              to={to}
              account={{ email, password: DEMO_PASSWORD, role }}
            />
          ))}
        </section>
      )}
    </main>
  )
}
