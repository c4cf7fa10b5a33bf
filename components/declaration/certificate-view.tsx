import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { DatasetName, DomainName } from '@/components/names'
import type { Certificate } from '@/lib/shared/declaration/certificate'
import { type DisplaySettings, formatCount, formatMoney, formatTime } from '@/lib/shared/format'
import { Checks } from './checks'
import { Equation } from './equation'
import { Inputs } from './inputs'
import { NotDeclared } from './not-declared'

interface CertificateViewProps {
  certificate: Certificate
  /** Rule code → what it means, in the reader's language. */
  texts: Record<string, string>
  timeZone: string
}

/** The certificate as people read and print it. */
export function CertificateView({ certificate, texts, timeZone }: CertificateViewProps) {
  const t = useTranslations('declarations')
  const runs = useTranslations('runs')
  const reader: DisplaySettings = { locale: useLocale(), timeZone }
  const { code, figures, output, run } = certificate
  const time = (iso: string) => formatTime(new Date(iso), reader)
  const count = (n: number) => formatCount(n, reader)
  const version = [
    `${code.name} ${code.version}`,
    code.commit && t('commit', { commit: code.commit }),
    code.modified && t('modified'),
  ]
  const money = Object.entries(certificate.declared_amount).map(([currency, amount]) =>
    formatMoney(amount, currency || null, reader),
  )
  return (
    <div className="flex flex-col gap-7">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        <Fact name={t('one')}>
          {certificate.declaration} · <DomainName name={certificate.domain} /> ·{' '}
          <DatasetName name={certificate.dataset} />
        </Fact>
        <Fact name={t('producedAt')}>{time(certificate.produced_at)}</Fact>
        <Fact name={t('producedBy')}>
          {certificate.produced_by === 'terminal' ? t('terminal') : certificate.produced_by}
          {certificate.producer && ` · ${certificate.producer.email} · ${certificate.producer.id}`}
        </Fact>
        <Fact name={runs('runNo', { id: '' }).trim()}>
          <Link href={`/runs/${run.id}`} className="underline print:no-underline">
            {run.id}
          </Link>{' '}
          · {runs(`mode.${run.mode}`)} · {run.delivery ?? runs(`kind.${run.kind}`)} · {runs('asOf')}{' '}
          {time(run.as_of)}
        </Fact>
        <Fact name={t('code')}>
          <span className="wrap-anywhere">{version.filter(Boolean).join(' · ')}</span>
        </Fact>
      </dl>
      <Equation figures={figures} timeZone={timeZone} />
      <NotDeclared
        figures={figures}
        texts={texts}
        dataset={certificate.dataset}
        timeZone={timeZone}
      />
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold">{t('output')}</h2>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
          <Fact name={runs('file')}>
            <code>{output.file}</code> · {t('size', { n: count(output.bytes) })}
          </Fact>
          <Fact name="SHA-256">
            <code className="break-all">{output.sha256}</code>
          </Fact>
          <Fact name={t('figures.declared')}>
            {count(output.rows)} ·{' '}
            {t('keys', {
              declared: count(figures.keys.declared),
              aside: count(figures.keys.set_aside),
              both: count(figures.keys.in_both),
            })}
          </Fact>
          {money.length > 0 && <Fact name={t('declaredAmount')}>{money.join(' · ')}</Fact>}
          <Fact name={t('columns')}>
            <code className="break-words">{output.columns.join(', ')}</code>,{' '}
            {t('orderedBy', { key: output.order.join(', ') })}
          </Fact>
          <Fact name={t('format')}>
            CSV, {output.encoding}, “{output.delimiter}”, {output.line_end}, {output.quoting}
          </Fact>
        </dl>
      </section>
      <Inputs inputs={certificate.inputs} timeZone={timeZone} />
      {certificate.replays.length > 0 && (
        <section>
          <h2 className="font-semibold">{t('replays')}</h2>
          <ul>
            {certificate.replays.map((r) => (
              <li key={r.id}>
                {t('replayCame', {
                  id: r.id,
                  settled: count(r.settled),
                  failing: count(r.still_failing),
                  skipped: count(r.skipped),
                })}{' '}
                <span className="text-muted">{time(r.finished_at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Checks checks={certificate.checks} run={run.id} />
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
