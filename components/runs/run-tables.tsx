import { useLocale, useTranslations } from 'next-intl'
import { DatasetName } from '@/components/names'
import { Cell, Head, Table } from '@/components/ui/table'
import type { RunDetail } from '@/lib/server/queries/runs'
import { type DisplaySettings, formatCount } from '@/lib/shared/format'

const COLUMNS = [
  'received',
  'silver',
  'quarantined',
  'duplicates',
  'malformed',
  'flagged',
  'entered',
  'withheld',
  'withdrawn',
] as const

/** Where every delivered row is, per dataset. */
export function CountsTable({ run, timeZone }: { run: RunDetail; timeZone: string }) {
  const t = useTranslations('runs')
  const terms = useTranslations('terms')
  const reader: DisplaySettings = { locale: useLocale(), timeZone }
  return (
    <Table caption={t('balance')} wide>
      <thead>
        <tr>
          <Head>{terms('dataset')}</Head>
          {COLUMNS.map((c) => (
            <Head key={c} right>
              {t(c)}
            </Head>
          ))}
          <Head right>{t('silverNow')}</Head>
        </tr>
      </thead>
      <tbody>
        {run.datasets.map((d) => (
          <tr key={d.dataset}>
            <Cell>
              <DatasetName name={d.dataset} />
              {d.mode === 'none' && <span className="text-muted"> ({t('mode.none')})</span>}
            </Cell>
            {COLUMNS.map((c) => (
              <Cell key={c} right>
                {formatCount(d[c], reader)}
              </Cell>
            ))}
            <Cell right>{formatCount(d.silverAfter, reader)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Checks: those that do not hold first, with sample keys; the others on demand. */
export function RunChecks({ run }: { run: RunDetail }) {
  const t = useTranslations('runs')
  const failed = run.checks.filter((c) => !c.ok)
  const held = run.checks.filter((c) => c.ok)
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('checks')}</h2>
      {failed.map((c) => (
        <div key={c.name} className="border-critical border-l-4 pl-3">
          <p className="text-critical">
            ■ {t('checkFails', { name: c.name, expected: c.expected, found: c.found })}
          </p>
          {c.sample && c.sample.length > 0 && (
            <details>
              <summary className="cursor-pointer">{t('samples', { n: c.sample.length })}</summary>
              <ul className="max-h-64 overflow-y-auto text-[13px]">
                {c.sample.map((key) => (
                  <li key={key}>{key}</li>
                ))}
              </ul>
            </details>
          )}
        </div>
      ))}
      {held.length > 0 && (
        <details>
          <summary className="cursor-pointer">✓ {t('checksHold', { n: held.length })}</summary>
          <ul className="text-[13px] text-muted">
            {held.map((c) => (
              <li key={c.name}>
                {c.name}: {c.found}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** What the reader saw of each file. */
export function FilesTable({ run, timeZone }: { run: RunDetail; timeZone: string }) {
  const t = useTranslations('runs')
  const reader: DisplaySettings = { locale: useLocale(), timeZone }
  return (
    <Table caption={t('files')}>
      <thead>
        <tr>
          <Head>{t('file')}</Head>
          <Head right>{t('received')}</Head>
          <Head right>{t('malformed')}</Head>
          <Head>{t('encoding')}</Head>
          <Head>SHA-256</Head>
        </tr>
      </thead>
      <tbody>
        {run.files.map((f) => (
          <tr key={f.file}>
            <Cell>
              {f.file}
              {[...f.notes, ...f.extraColumns.map((c) => `+ ${c}`)].map((note) => (
                <div key={note} className="text-muted">
                  {note}
                </div>
              ))}
            </Cell>
            <Cell right>{formatCount(f.received, reader)}</Cell>
            <Cell right>{formatCount(f.malformed, reader)}</Cell>
            <Cell>{f.encoding}</Cell>
            <Cell>
              <code className="text-muted" title={f.sha256}>
                {f.sha256.slice(0, 12)}
              </code>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
