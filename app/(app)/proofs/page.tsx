import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { NotProved, ProofSection } from '@/components/proofs/proof-section'
import { DomainInAddress } from '@/components/shell/domain-in-address'
import { pageActor } from '@/lib/server/auth/actor'
import { chosenDomain } from '@/lib/server/domain'
import { readProofs } from '@/lib/server/queries/proofs'
import { readRuleTexts } from '@/lib/server/queries/rule'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('proofs'))('title') }
}

/** Proofs: per domain, what notices when a rule is missing. */
export default async function ProofsPage() {
  await pageActor()
  const t = await getTranslations('proofs')
  const locale = await getLocale()
  const domain = await chosenDomain()
  const { proofs, texts, timeZone } = await databaseOf(database()).snapshot(async (tx) => ({
    proofs: await readProofs(tx, domain),
    texts: await readRuleTexts(tx, locale),
    timeZone: await readTimeZone(tx),
  }))
  return (
    <div className="flex flex-col gap-6">
      <DomainInAddress domain={domain} />
      <h1 className="font-semibold text-xl">{t('title')}</h1>
      <p className="max-w-3xl text-muted">{t('intro')}</p>
      {proofs.map(({ domain: name, proof }) =>
        proof ? (
          <ProofSection key={name} domain={name} proof={proof} texts={texts} timeZone={timeZone} />
        ) : (
          <NotProved key={name} domain={name} />
        ),
      )}
    </div>
  )
}
