import { useLocale, useTranslations } from 'next-intl'
import { Cell, Head, Table } from '@/components/ui/table'
import type { Certificate } from '@/lib/shared/declaration/certificate'
import { type DisplaySettings, formatCount, formatTime } from '@/lib/shared/format'

interface InputsProps {
  inputs: Certificate['inputs']
  timeZone: string
}

/** The files that the declared state was made from, each with its hash. */
export function Inputs({ inputs, timeZone }: InputsProps) {
  const t = useTranslations()
  const reader: DisplaySettings = { locale: useLocale(), timeZone }
  return (
    <Table caption={t('declarations.inputs')}>
      <thead>
        <tr>
          <Head>{t('terms.run')}</Head>
          <Head>{t('runs.file')}</Head>
          <Head right>{t('runs.received')}</Head>
          <Head right>{t('runs.malformed')}</Head>
          <Head>SHA-256</Head>
        </tr>
      </thead>
      <tbody>
        {inputs.map((f) => (
          <tr key={`${f.run} ${f.file}`}>
            <Cell>
              {f.run} <span className="text-muted">{t(`runs.mode.${f.mode}`)}</span>
            </Cell>
            <Cell>
              {f.file}
              <div className="whitespace-nowrap text-muted">
                {formatTime(new Date(f.as_of), reader)}
              </div>
            </Cell>
            <Cell right>{formatCount(f.received, reader)}</Cell>
            <Cell right>{formatCount(f.malformed, reader)}</Cell>
            <Cell>
              <code className="break-all text-[12px]">{f.sha256}</code>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
