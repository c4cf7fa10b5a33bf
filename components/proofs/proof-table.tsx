import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { DatasetName } from '@/components/names'
import { Cell, Head, Table } from '@/components/ui/table'
import { type DisplaySettings, formatCount } from '@/lib/shared/format'
import type { RuleProof } from '@/lib/shared/proof'
import { VerdictWord } from './verdict-word'

interface Props {
  domain: string
  rules: readonly RuleProof[]
  texts: Record<string, string>
  reader: DisplaySettings
}

/** One line per rule, those that nothing guards first. */
export function ProofTable({ domain, rules, texts, reader }: Props) {
  const t = useTranslations('proofs')
  const terms = useTranslations('terms')
  const worst = rules.filter((r) => r.verdict === 'unguarded')
  const others = rules.filter((r) => r.verdict !== 'unguarded')
  return (
    <Table caption={`${t('title')} – ${domain}`} hidden wide>
      <thead>
        <tr>
          <Head>{t('rule')}</Head>
          <Head>{terms('dataset')}</Head>
          <Head>{t('verdictHead')}</Head>
          <Head right>{t('held')}</Head>
          <Head right>{t('through')}</Head>
          <Head right>{t('caught')}</Head>
          <Head>{t('by')}</Head>
        </tr>
      </thead>
      <tbody>
        {[...worst, ...others].map((r) => (
          <tr key={r.rule} data-line>
            <Cell>
              <Link href={`/rules/${r.dataset}/${r.rule}`} className="underline">
                {texts[r.rule] ?? r.rule}
              </Link>
              <div className="text-muted">{r.rule}</div>
            </Cell>
            <Cell>
              <DatasetName name={r.dataset} />
            </Cell>
            <Cell>
              <VerdictWord verdict={r.verdict} />
            </Cell>
            {(['held', 'through', 'caught'] as const).map((figure) => (
              <Cell key={figure} right>
                {r.failing === 0 ? '–' : formatCount(r[figure], reader)}
              </Cell>
            ))}
            <Cell>
              <Notices proof={r} reader={reader} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** What objects to the rows that got through, or why there is nothing to object to. */
function Notices({ proof, reader }: { proof: RuleProof; reader: DisplaySettings }) {
  const t = useTranslations('proofs')
  const { verdict, guards, reason_code, held_by = {}, held, through } = proof
  const rules = Object.keys(held_by).join(', ')
  if (verdict === 'not_exercised') return <span className="text-muted">{t('notExercised')}</span>
  if (verdict === 'masked') return <span className="text-muted">{t('heldBy', { rules })}</span>
  return (
    <>
      {guards.map(({ name, text }) => (
        <div key={name}>
          {text?.[reader.locale] && <span>{text[reader.locale]} </span>}
          <span className="text-muted">{name}</span>
        </div>
      ))}
      {verdict === 'unguarded' && <div className="text-critical">{t('nothing')}</div>}
      {reason_code && <div className="text-muted">{t(`reason.${reason_code}`)}</div>}
      {through > 0 && through < held && rules !== '' && (
        <div className="text-muted">
          {t('stillHeld', { n: formatCount(held - through, reader), rules })}
        </div>
      )}
    </>
  )
}
