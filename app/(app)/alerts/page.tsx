import type { Metadata } from 'next'
import Link from 'next/link'
import { getLocale, getTranslations } from 'next-intl/server'
import { AlertList } from '@/components/alerts/alert-list'
import { DomainInAddress } from '@/components/shell/domain-in-address'
import { pageActor } from '@/lib/server/auth/actor'
import { chosenDomain } from '@/lib/server/domain'
import { readAlerts } from '@/lib/server/queries/alerts'
import { countUnsent } from '@/lib/server/queries/channels'
import { readRuleTexts } from '@/lib/server/queries/rule'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { groupAlerts, groupAnchor, groupSentence } from '@/lib/shared/alerts/groups'
import { allows } from '@/lib/shared/auth/permissions'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { act } from '../act'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('alerts'))('title') }
}

/** Alerts: open ones, critical first; closed ones of the last two weeks below. */
export default async function AlertsPage() {
  const actor = await pageActor()
  const t = await getTranslations()
  const locale = await getLocale()
  const at = new Date()
  const domain = await chosenDomain()
  const { alerts, unsent, texts, timeZone } = await databaseOf(database()).snapshot(async (tx) => ({
    alerts: await readAlerts(tx, { domain, closedDays: 14 }, at),
    unsent: await countUnsent(tx),
    texts: await readRuleTexts(tx, locale),
    timeZone: await readTimeZone(tx),
  }))
  const open = alerts.filter((a) => a.closedAt === null)
  const groups = groupAlerts(open)
  const words = await getTranslations('alerts')
  const closed = alerts.filter((a) => a.closedAt !== null)
  const forbidden = allows(actor.role, 'acknowledge-alert')
    ? undefined
    : t('shell.notAllowed', { role: t(`shell.roles.${actor.role}`) })
  const shared = { texts, timeZone, act, forbidden }
  return (
    <div className="flex max-w-5xl flex-col gap-6">
      <DomainInAddress domain={domain} />
      <h1 className="font-semibold text-xl">{t('alerts.title')}</h1>
      {unsent.failed + unsent.waiting > 0 && (
        <p className={unsent.failed > 0 ? 'text-critical' : 'text-warning'}>
          {unsent.failed > 0 ? '■' : '▲'} {t('alerts.unsent', unsent)}{' '}
          {allows(actor.role, 'manage-channels') && (
            <Link className="underline" href="/settings">
              {t('alerts.toSettings')}
            </Link>
          )}
        </p>
      )}
      {forbidden && open.length > 0 && (
        <p className="text-[13px] text-muted">
          {t('terms.label', { label: t('alerts.acknowledge') })} {forbidden}
        </p>
      )}
      {open.length === 0 ? (
        <p className="text-muted">{t('alerts.none')}</p>
      ) : (
        groups.map(({ kind, level, alerts: some }) => (
          <section key={`${level} ${kind}`} id={groupAnchor({ level, kind })}>
            <h2
              className={`font-semibold ${level === 'critical' ? 'text-critical' : 'text-warning'}`}
            >
              <span aria-hidden="true">{level === 'critical' ? '■' : '▲'} </span>
              {t('terms.label', { label: t(`alerts.level.${level}`) })}{' '}
              {groupSentence(words, some[0], some.length)}
            </h2>
            <AlertList alerts={some} {...shared} />
          </section>
        ))
      )}
      {closed.length > 0 && (
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold">{t('alerts.closed')}</h2>
          <AlertList alerts={closed} {...shared} />
        </section>
      )}
    </div>
  )
}
