import { createTranslator, type useTranslations } from 'next-intl'
import { formatTime } from '@/lib/shared/format'
import type { Locale } from '@/lib/shared/i18n/locales'
import { pick } from '@/lib/shared/i18n/phrase'
import { alerts } from '@/lib/shared/i18n/phrases/alerts'
import { notify } from '@/lib/shared/i18n/phrases/notify'

/** Words and figures of one reader. */
export interface Words {
  locale: Locale
  timeZone: string
  /** Texts of messages, by key. */
  t(key: string, figures?: Record<string, string | number>): string
  /** The texts of the screen's alerts. */
  alerts: ReturnType<typeof useTranslations<'alerts'>>
  count(n: number): string
  time(iso: string): string
}

/** The words of a language. */
export function wordsOf(locale: Locale, timeZone: string): Words {
  // A text that cannot be made is a fault of ours: it must not arrive as its key.
  const onError = (error: Error) => {
    throw error
  }
  const shared = { locale, timeZone, onError }
  const t = createTranslator({ ...shared, messages: pick(notify, locale) })
  const spoken = createTranslator({ ...shared, messages: pick(alerts, locale) })
  return {
    locale,
    timeZone,
    t: t as Words['t'],
    alerts: spoken as unknown as Words['alerts'],
    count: (n) => new Intl.NumberFormat(locale).format(n),
    time: (iso) => formatTime(new Date(iso), { locale, timeZone }),
  }
}
