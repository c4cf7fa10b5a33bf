'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { DatasetName, useTitles } from '@/components/names'
import { Button } from '@/components/ui/button'
import { Failure } from '@/components/ui/failure'
import { Input, Select } from '@/components/ui/field'
import { Cell, Head, Table } from '@/components/ui/table'
import { useVerb } from '@/components/ui/use-verb'
import type { Act } from '@/lib/server/commands'
import type { ThresholdLine } from '@/lib/server/queries/accounts'

const MODES = ['nightly', 'after_run', 'manual'] as const

/** Ages that warn, and when ready rows are replayed, per rule; empty means as declared. */
export function Thresholds({ lines, act }: { lines: ThresholdLine[]; act: Act }) {
  const t = useTranslations('settings.thresholds')
  const terms = useTranslations('terms')
  const actions = useTranslations('settings')('actions')
  const filterLabel = useTranslations('stock')('filter')
  const titles = useTitles()
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  const shown = lines.filter((l) =>
    [l.means, l.rule, l.dataset, titles.datasets[l.dataset] ?? ''].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  )
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold text-lg">{t('title')}</h2>
      <p className="max-w-3xl text-muted">{t('about')}</p>
      <Input
        type="search"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
        placeholder={filterLabel}
        aria-label={filterLabel}
        className="w-64"
      />
      <Table caption={t('title')} hidden>
        <thead>
          <tr>
            <Head>{terms('rule')}</Head>
            <Head>{t('warn')}</Head>
            <Head>{t('critical')}</Head>
            <Head>{terms('replay')}</Head>
            <Head>
              <span className="sr-only">{actions}</span>
            </Head>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <Line key={`${line.dataset} ${line.rule}`} line={line} act={act} />
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function Line({ line, act }: { line: ThresholdLine; act: Act }) {
  const t = useTranslations('settings')
  const { send, failure, done, pending } = useVerb(act, 'set-thresholds')
  const start = {
    warnDays: line.warnDays?.toString() ?? '',
    criticalDays: line.criticalDays?.toString() ?? '',
    replay: line.replay ?? '',
  }
  const [wanted, setWanted] = useState(start)
  const changed = JSON.stringify(wanted) !== JSON.stringify(start)
  const days = (text: string) => (text === '' ? null : Number(text))
  const warn = days(wanted.warnDays) ?? line.declared.warnDays
  const critical = days(wanted.criticalDays) ?? line.declared.criticalDays
  const save = () => {
    const { domain, dataset, rule } = line
    send({
      domain,
      dataset,
      rule,
      warnDays: days(wanted.warnDays),
      criticalDays: days(wanted.criticalDays),
      replay: wanted.replay || null,
    })
  }
  const number = (name: 'warnDays' | 'criticalDays', label: string) => (
    <Input
      type="number"
      min={1}
      max={3650}
      aria-label={`${label}: ${line.rule}`}
      value={wanted[name]}
      placeholder={String(line.declared[name])}
      onChange={(event) => setWanted({ ...wanted, [name]: event.target.value })}
      className="w-20 text-right"
    />
  )
  const mode = (name: string) => t(`thresholds.mode.${name}` as 'thresholds.mode.manual')
  const modes = [
    ['', t('thresholds.asDeclared', { mode: mode(line.declared.replay) })],
    ...MODES.map((name) => [name, mode(name)]),
  ] as [string, string][]
  return (
    <tr>
      <Cell>
        {line.means}
        <div className="text-muted">
          {line.rule} · <DatasetName name={line.dataset} />
        </div>
      </Cell>
      <Cell>{number('warnDays', t('thresholds.warn'))}</Cell>
      <Cell>{number('criticalDays', t('thresholds.critical'))}</Cell>
      <Cell>
        <Select
          aria-label={`${t('thresholds.title')}: ${line.rule}`}
          value={wanted.replay}
          options={modes}
          onChange={(replay) => setWanted({ ...wanted, replay: replay as 'manual' })}
        />
      </Cell>
      <Cell>
        {/* As wide as the button that may come. */}
        <div className="min-w-24" />
        {changed && warn >= critical && <Failure>{t('thresholds.order')}</Failure>}
        {changed && warn < critical && (
          <Button disabled={pending} onClick={save}>
            {t('save')}
          </Button>
        )}
        {!changed && done && <span role="status">✓ {t('saved')}</span>}
        {changed && <Failure>{failure}</Failure>}
      </Cell>
    </tr>
  )
}
