import { cookies, headers } from 'next/headers'
import { getRequestConfig } from 'next-intl/server'
import { readSettings } from '@/lib/shared/env'
import { chooseLocale, LOCALE_COOKIE } from './locales'
import { messagesFor } from './messages'

/** Language and time zone of a request, for the message formatter. */
export default getRequestConfig(async () => {
  const remembered = (await cookies()).get(LOCALE_COOKIE)?.value
  const locale = chooseLocale(remembered, (await headers()).get('accept-language'))
  return { locale, messages: messagesFor(locale), timeZone: readSettings().LAZARET_TIMEZONE }
})
