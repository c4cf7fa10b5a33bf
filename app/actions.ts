'use server'

import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { SignInState } from '@/components/sign-in-form'
import { authServer, signInBy } from '@/lib/server/auth/server'
import { DOMAIN_COOKIE } from '@/lib/server/domain'
import { isSecure } from '@/lib/server/http/scheme'
import { LOCALE_COOKIE, LOCALES } from '@/lib/shared/i18n/locales'
import { ALL_DOMAINS, DOMAIN_PARAM, showsDomain } from '@/lib/views/domain'
import { THEME_COOKIE, THEMES } from '@/lib/views/theme'

const YEAR = 60 * 60 * 24 * 365
const kept = { maxAge: YEAR, sameSite: 'lax', path: '/' } as const

/** Remembers the reader's language. */
export async function chooseLanguage(form: FormData): Promise<void> {
  const locale = LOCALES.find((l) => l === form.get('locale'))
  if (locale) (await cookies()).set(LOCALE_COOKIE, locale, kept)
}

/** Remembers the reader's colours. */
export async function chooseTheme(form: FormData): Promise<void> {
  const theme = THEMES.find((t) => t === form.get('theme'))
  if (theme) (await cookies()).set(THEME_COOKIE, theme, kept)
}

/** Remembers the domain that the reader looks at; empty: all of them. */
export async function chooseDomain(form: FormData): Promise<void> {
  const domain = String(form.get('domain') ?? '').slice(0, 100)
  const jar = await cookies()
  if (domain === '') jar.delete(DOMAIN_COOKIE)
  else jar.set(DOMAIN_COOKIE, domain, kept)
  // The screen stays, and its address says the choice. What it said of the domain before goes: a
  // dataset or a rule of another one would show nothing.
  const here = new URL((await headers()).get('x-lazaret-path') ?? '/', 'http://here')
  if (!showsDomain(here.pathname)) return
  for (const name of ['dataset', 'rule', 'before', 'after']) here.searchParams.delete(name)
  here.searchParams.set(DOMAIN_PARAM, domain || ALL_DOMAINS)
  redirect(ownPath(`${here.pathname}${here.search}`))
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  const sent = await headers()
  const auth = await authServer(isSecure(sent))
  await auth.api.signOut({ headers: sent })
  redirect('/sign-in')
}

/** Signs in and leads to where the reader wanted to go. @returns what was wrong. */
export async function signIn(_: SignInState, form: FormData): Promise<SignInState> {
  const text = (name: string) => String(form.get(name) ?? '')
  const email = text('email')
  const status = await signInBy(email, text('password'))
  if (status === 429) return { wrong: 'often', email }
  if (status >= 400) return { wrong: 'words', email }
  redirect(ownPath(text('to')))
}
