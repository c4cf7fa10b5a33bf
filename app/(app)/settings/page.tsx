import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import { Accounts } from '@/components/settings/accounts'
import { Appearance } from '@/components/settings/appearance'
import { Channels } from '@/components/settings/channels/channels'
import { Devices } from '@/components/settings/devices'
import { PasswordForm } from '@/components/settings/password-form'
import { Sessions } from '@/components/settings/sessions'
import { Thresholds } from '@/components/settings/thresholds'
import { currentSession, pageActor } from '@/lib/server/auth/actor'
import {
  readAccounts,
  readDevices,
  readSessions,
  readThresholds,
} from '@/lib/server/queries/accounts'
import {
  hasWorker,
  readChannelChoices,
  readChannels,
  readDeliveries,
} from '@/lib/server/queries/channels'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { type Actor, allows } from '@/lib/shared/auth/permissions'
import { database } from '@/lib/shared/db/client'
import { publicUrl, readSettings } from '@/lib/shared/env'
import type { Locale } from '@/lib/shared/i18n/locales'
import { THEME_COOKIE, themeOf } from '@/lib/views/theme'
import { chooseLanguage, chooseTheme } from '../../actions'
import { act } from '../act'
import { changePassword } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('settings'))('title') }
}

/** Settings: one's own for everybody; the workspace's for administrators. */
export default async function SettingsPage() {
  const actor = await pageActor()
  const t = await getTranslations()
  return (
    <div className="flex flex-col gap-10">
      <h1 className="font-semibold text-xl">{t('settings.title')}</h1>
      <section className="flex flex-col gap-4">
        <h2 className="font-semibold text-lg">
          {t('settings.you')}{' '}
          <span className="font-normal text-base text-muted">
            {actor.name} · {t(`shell.roles.${actor.role}`)}
          </span>
        </h2>
        <div className="flex flex-wrap gap-x-16 gap-y-6">
          <Appearance
            locale={(await getLocale()) as Locale}
            theme={themeOf((await cookies()).get(THEME_COOKIE)?.value)}
            chooseLanguage={chooseLanguage}
            chooseTheme={chooseTheme}
          />
          <PasswordForm change={changePassword} />
        </div>
      </section>
      <OwnSessions actor={actor} />
      {allows(actor.role, 'manage-settings') ? (
        <Administration actor={actor} />
      ) : (
        <p className="text-muted">
          {t('settings.needsAdministrator', { role: t(`shell.roles.${actor.role}`) })}
        </p>
      )}
    </div>
  )
}

async function OwnSessions({ actor }: { actor: Actor }) {
  const db = database()
  return (
    <Sessions
      sessions={await readSessions(db, actor.id)}
      current={(await currentSession())?.session ?? ''}
      timeZone={await readTimeZone(db)}
      act={act}
    />
  )
}

async function Administration({ actor }: { actor: Actor }) {
  const locale = await getLocale()
  const settings = readSettings()
  const read = await database().snapshot(async (tx) => ({
    devices: await readDevices(tx),
    accounts: await readAccounts(tx),
    thresholds: await readThresholds(tx, locale),
    channels: await readChannels(tx),
    choices: await readChannelChoices(tx, locale),
    deliveries: await readDeliveries(tx),
    worker: await hasWorker(tx),
    timeZone: await readTimeZone(tx),
  }))
  const { timeZone, channels, choices, deliveries, worker } = read
  const mail = settings.LAZARET_SMTP_URL !== undefined
  const sending = { mail, base: publicUrl(settings), worker }
  return (
    <>
      <Channels {...{ channels, choices, deliveries, sending, timeZone, act }} />
      <Devices devices={read.devices} timeZone={timeZone} act={act} />
      <Accounts accounts={read.accounts} own={actor.id} timeZone={timeZone} act={act} />
      <Thresholds lines={read.thresholds} act={act} />
    </>
  )
}
