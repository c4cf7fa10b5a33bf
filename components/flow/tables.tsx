import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Cell, Head, Table } from '@/components/ui/table'
import type { Movement } from '@/lib/server/queries/flow'
import type { AgePoint, CumulativePoint } from './points'

/** A chart with its name above and its table folded behind. */
export function ChartSection({
  title,
  note,
  chart,
  table,
}: {
  title: string
  note: string
  chart: ReactNode
  table: ReactNode
}) {
  const t = useTranslations('flow')
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 className="font-semibold">
        {title} <span className="font-normal text-[13px] text-muted">{note}</span>
      </h2>
      {chart}
      <details>
        <summary className="cursor-pointer text-[13px] text-muted hover:text-ink">
          {t('table')}
        </summary>
        <div className="pt-2">{table}</div>
      </details>
    </section>
  )
}

export interface FlowRow {
  label: string
  rows: Movement<number>
  inHref: string
  outHref: string
}

type Count = (n: number) => string

/** Opening + in + reopened + moved in − out − moved out = closing, per period, newest first. */
export function FlowTable({ rows, count }: { rows: FlowRow[]; count: Count }) {
  const t = useTranslations('flow')
  const terms = useTranslations('terms')
  return (
    <Table caption={t('chart')} hidden>
      <thead>
        <tr>
          <Head>{t('period')}</Head>
          <Head right>{t('opening')}</Head>
          <Head right>+ {terms('in')}</Head>
          <Head right>+ {t('reopened')}</Head>
          <Head right>+ {t('movedIn')}</Head>
          <Head right>− {terms('out')}</Head>
          <Head right>− {t('movedOut')}</Head>
          <Head right>{t('closing')}</Head>
        </tr>
      </thead>
      <tbody>
        {rows.toReversed().map(({ label, rows: r, inHref, outHref }) => (
          <tr key={label}>
            <Cell>{label}</Cell>
            <Cell right>{count(r.opening)}</Cell>
            <Cell right>
              <To href={inHref} n={r.in} count={count} />
            </Cell>
            <Cell right>
              <To href={inHref} n={r.reopened} count={count} />
            </Cell>
            <Cell right>{count(r.movedIn)}</Cell>
            <Cell right>
              <To href={outHref} n={r.out} count={count} />
            </Cell>
            <Cell right>{count(r.movedOut)}</Cell>
            <Cell right>{count(r.closing)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

export function CumulativeTable({ points, count }: { points: CumulativePoint[]; count: Count }) {
  const t = useTranslations('flow')
  const terms = useTranslations('terms')
  return (
    <Table caption={t('cumulative')} hidden>
      <thead>
        <tr>
          <Head>{t('period')}</Head>
          <Head right>+ {terms('in')}</Head>
          <Head right>− {terms('out')}</Head>
          <Head right>{t('cumulativeIn')}</Head>
          <Head right>{t('cumulativeOut')}</Head>
          <Head right>{terms('stock')}</Head>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(({ label, arrived, left, ...period }) => (
          <tr key={label}>
            <Cell>{label}</Cell>
            <Cell right>
              <To href={period.inHref} n={period.in} count={count} />
            </Cell>
            <Cell right>
              <To href={period.outHref} n={period.out} count={count} />
            </Cell>
            <Cell right>{count(arrived)}</Cell>
            <Cell right>{count(left)}</Cell>
            <Cell right>{count(arrived - left)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

export function AgeTable({ points, count }: { points: AgePoint[]; count: Count }) {
  const t = useTranslations('flow')
  const terms = useTranslations('terms')
  return (
    <Table caption={t('ages')} hidden>
      <thead>
        <tr>
          <Head>{terms('firstSeen')}</Head>
          <Head right>{terms('rows')}</Head>
          <Head right>{terms('ready')}</Head>
        </tr>
      </thead>
      <tbody>
        {points.map(({ label, ready, waiting, href }) => (
          <tr key={label}>
            <Cell>{label}</Cell>
            <Cell right>
              <To href={href} n={ready + waiting} count={count} />
            </Cell>
            <Cell right>{count(ready)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function To({ href, n, count }: { href: string; n: number; count: Count }) {
  if (n === 0) return count(n)
  return (
    <Link href={href} className="underline">
      {count(n)}
    </Link>
  )
}
