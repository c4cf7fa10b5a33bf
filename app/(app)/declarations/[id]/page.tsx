import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { CertificateView } from '@/components/declaration/certificate-view'
import { DeclarationStatus } from '@/components/declaration/declaration-list'
import { ObstacleText } from '@/components/declaration/obstacle'
import { PrintButton } from '@/components/declaration/print-button'
import { buttonClass } from '@/components/ui/button'
import { pageActor } from '@/lib/server/auth/actor'
import { readDeclaration } from '@/lib/server/queries/declarations'
import { readRuleTexts } from '@/lib/server/queries/rule'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { formatTime } from '@/lib/shared/format'

interface Props {
  params: Promise<{ id: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations('declarations'))('oneNo', { id: (await params).id }) }
}

/** A declaration has one address: while it is produced, when it was refused, and its certificate. */
export default async function DeclarationPage({ params }: Props) {
  await pageActor()
  const id = Number((await params).id)
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) notFound()
  const t = await getTranslations('declarations')
  const locale = await getLocale()
  const { found, texts, timeZone } = await database().snapshot(async (tx) => ({
    found: await readDeclaration(tx, id),
    texts: await readRuleTexts(tx, locale),
    timeZone: await readTimeZone(tx),
  }))
  if (!found) notFound()
  const { certificate, error, status } = found
  const asked = {
    who: found.actor === 'terminal' ? t('terminal') : found.actor,
    time: formatTime(new Date(found.requestedAt), { locale, timeZone }),
  }
  return (
    <article className="flex max-w-5xl flex-col gap-6 print:max-w-none">
      <header className="flex flex-col gap-1">
        <h1 className="font-semibold text-xl">
          {certificate ? t('certificate') : t('oneNo', { id })}
        </h1>
        <p className="text-muted print:hidden">
          {t('oneNo', { id })} · <DeclarationStatus status={status} /> · {t('askedBy', asked)}
        </p>
      </header>
      <p aria-live="polite" className={certificate || error ? 'sr-only' : ''}>
        {!certificate && !error && t('moving')}
      </p>
      {error && (
        <section role="alert" className="border-critical border-l-4 pl-3">
          <p className="font-semibold text-critical">
            <span aria-hidden="true">■ </span>
            {t('notProduced')}
          </p>
          <ObstacleText
            reason={error.reason}
            run={error.run}
            replay={error.replay}
            message={[error.message, error.hint].filter(Boolean).join('. ')}
          />
        </section>
      )}
      {certificate && (
        <>
          <div className="flex flex-wrap gap-2 print:hidden">
            <a href={`/api/export/declaration?id=${id}&part=file`} className={buttonClass()}>
              {t('downloadFile')}
            </a>
            <a href={`/api/export/declaration?id=${id}&part=certificate`} className={buttonClass()}>
              {t('downloadCertificate')}
            </a>
            <PrintButton />
          </div>
          <CertificateView certificate={certificate} texts={texts} timeZone={timeZone} />
        </>
      )}
    </article>
  )
}
