import { useLocale, useTranslations } from 'next-intl'
import { DomainName } from '@/components/names'
import type { Proof } from '@/lib/server/queries/proofs'
import { type DisplaySettings, formatCount, formatTime } from '@/lib/shared/format'
import { VERDICTS } from '@/lib/shared/proof'
import { ProofTable } from './proof-table'
import { VerdictWord } from './verdict-word'

interface Props {
  domain: string
  proof: Proof
  /** Rule code → what it means. */
  texts: Record<string, string>
  timeZone: string
}

/** A domain that was never proved, and how to do it. */
export function NotProved({ domain }: { domain: string }) {
  const t = useTranslations('proofs')
  return (
    <section className="flex flex-col gap-2 border border-line p-4">
      <h2 className="font-semibold text-lg">
        <DomainName name={domain} />
      </h2>
      <p>{t('never')}</p>
      <code className="select-all break-words bg-panel px-2 py-1 text-[13px]">
        npm run pipeline -- prove {domain}
      </code>
    </section>
  )
}

/** A domain's latest proof. */
export function ProofSection({ domain, proof, texts, timeZone }: Props) {
  const t = useTranslations('proofs')
  const reader = { locale: useLocale(), timeZone }
  const source = useSource(proof.source, reader)
  const tried = proof.rules.filter((r) => r.through > 0)
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-lg">
        <DomainName name={domain} />
      </h2>
      <p className="text-[13px] text-muted">
        {t('provedAt', {
          time: formatTime(new Date(proof.at), reader),
          seconds: formatCount(Math.ceil(proof.seconds), reader),
          source,
        })}
      </p>
      {proof.outdated && (
        <p className="text-warning">
          <span aria-hidden="true">▲ </span>
          {t('outdated')}
        </p>
      )}
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {VERDICTS.filter((v) => proof.summary[v] > 0 || v === 'unguarded').map((v) => (
          <li key={v}>
            <span className="font-semibold tabular-nums">
              {formatCount(proof.summary[v], reader)}
            </span>{' '}
            <VerdictWord verdict={v} quiet={proof.summary[v] === 0} />
          </li>
        ))}
      </ul>
      {tried.length > 0 && (
        <p className="max-w-3xl text-[13px] text-muted">
          {t('balance', {
            held: formatCount(tried.filter((r) => r.balanced).length, reader),
            tried: formatCount(tried.length, reader),
          })}
        </p>
      )}
      <ProofTable domain={domain} rules={proof.rules} texts={texts} reader={reader} />
    </section>
  )
}

/** What was delivered, in words. */
function useSource(source: Proof['source'], reader: DisplaySettings): string {
  const t = useTranslations('proofs')
  const rows = formatCount(source.rows, reader)
  if (source.kind === 'runs') {
    return t('source.runs', { rows, runs: source.runs.map((r) => r.run).join(', ') })
  }
  if (source.kind === 'folder') return t('source.folder', { rows, delivery: source.delivery })
  return t('source.generated', { rows, seed: source.seed })
}
