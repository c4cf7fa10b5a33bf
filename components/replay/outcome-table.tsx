import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { Cell, Head, Table } from '@/components/ui/table'
import type { ReplayDetail } from '@/lib/server/queries/replays'
import { formatCount, type Reader } from '@/lib/shared/format'
import { withDomain } from '@/lib/views/domain'

/** What became of the rows, by the rule that they failed, and what they hit next. */
export function OutcomeTable({ replay, timeZone }: { replay: ReplayDetail; timeZone: string }) {
  const t = useTranslations('replays')
  const terms = useTranslations('terms')
  const reader: Reader = { locale: useLocale(), timeZone }
  const count = (n: number) => formatCount(n, reader)
  return (
    <div className="flex flex-col gap-6">
      <Table caption={t('byRule')}>
        <thead>
          <tr>
            <Head>{terms('rule')}</Head>
            <Head right>{t('settled')}</Head>
            <Head right>{t('stillFailing')}</Head>
            <Head right>{t('skipped')}</Head>
          </tr>
        </thead>
        <tbody>
          {replay.byRule.map((line) => (
            <tr key={line.rule}>
              <Cell>
                <RuleName line={line} domain={replay.domain} locale={reader.locale} />
              </Cell>
              <Cell right>{count(line.settled)}</Cell>
              <Cell right>{count(line.stillFailing)}</Cell>
              <Cell right>{count(line.skipped)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {replay.nextBlockers.length > 0 && (
        <Table caption={t('nextBlockers')}>
          <tbody>
            {replay.nextBlockers.map((line) => (
              <tr key={line.rule}>
                <Cell>
                  <RuleName line={line} domain={replay.domain} locale={reader.locale} />
                </Cell>
                <Cell right>{count(line.rows)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  )
}

interface RuleNameProps {
  line: { rule: string; means: Record<string, string> | null }
  domain: string
  locale: string
}

/** A rule in words, and the way to its line of the stock. */
function RuleName({ line: { rule, means }, domain, locale }: RuleNameProps) {
  return (
    <>
      <Link
        href={`${withDomain('/', domain)}&filter=${encodeURIComponent(rule)}&empty=true`}
        className="underline decoration-line underline-offset-2 hover:decoration-ink"
      >
        {means?.[locale] ?? rule}
      </Link>{' '}
      <span className="text-muted">{rule}</span>
    </>
  )
}
