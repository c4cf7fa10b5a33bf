import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Age } from '@/components/age'
import { DatasetName, DomainName } from '@/components/names'
import { ReplayLink } from '@/components/replay/replay-link'
import { Cell } from '@/components/ui/table'
import type { StockLine } from '@/lib/server/queries/stock'
import { type DisplaySettings, formatCount, formatMoney } from '@/lib/shared/format'
import { lastDays, movesHref } from '@/lib/views/flow-view'
import { AgeBars } from './age-bars'

interface LineProps {
  line: StockLine
  /** Say the domain too. */
  domain: boolean
  at: string
  reader: DisplaySettings
  /** Least role that may replay; undefined when the reader may. */
  replayNeeds?: string
}

/** One rule of the stock table: the sentence first, the code below it. */
export function Line({ line, domain, at, reader, replayNeeds }: LineProps) {
  const t = useTranslations('stock')
  const [a, b, c, d] = line.ages
  const count = (n: number) => formatCount(n, reader)
  const week = lastDays(7, new Date(at), reader.timeZone)
  const means = line.means?.[reader.locale] ?? line.rule
  return (
    <tr data-line className="align-top hover:bg-panel focus-within:bg-panel">
      <Cell phone="name" className="md:min-w-64">
        <Link
          href={`/rules/${line.dataset}/${line.rule}`}
          className="font-medium underline-offset-2 hover:underline"
        >
          {means}
        </Link>
        <div className="text-muted [overflow-wrap:anywhere]">
          {line.rule} · <DatasetName name={line.dataset} />
          {domain && (
            <>
              {' · '}
              <DomainName name={line.domain} />
            </>
          )}
          {line.waiting > 0 && ` · ${t('waitBehind', { n: line.waiting })}`}
        </div>
      </Cell>
      <Cell right phone="figure">
        {count(line.rows)}
      </Cell>
      <Cell right>
        {Object.entries(line.money).map(([currency, amount]) => (
          <div key={currency}>
            {formatMoney(amount, currency || null, reader)}
            {currency === '' && <span className="text-muted"> {t('unknownCurrency')}</span>}
          </div>
        ))}
      </Cell>
      <Cell>
        <AgeBars
          ages={line.ages}
          label={t('ageProfile', { a: count(a), b: count(b), c: count(c), d: count(d) })}
        />
      </Cell>
      <Cell right>
        {line.oldest && (
          <Age
            since={new Date(line.oldest)}
            now={new Date(at)}
            reader={reader}
            warnDays={line.warnDays}
            criticalDays={line.criticalDays}
          />
        )}
      </Cell>
      <Cell right className={line.in7d > 0 ? 'text-in' : 'text-muted'}>
        <Moves kind="in" line={line} week={week} reader={reader} />
      </Cell>
      <Cell right className={line.out7d > 0 ? 'text-out' : 'text-muted'}>
        <Moves kind="out" line={line} week={week} reader={reader} />
      </Cell>
      <Cell right>{line.ready > 0 ? count(line.ready) : '–'}</Cell>
      <Cell>{line.owner}</Cell>
      <Cell right>
        {line.ready > 0 && (
          <ReplayLink
            href={`/replays/new?domain=${line.domain}&dataset=${line.dataset}&rule=${line.rule}&ready=true`}
            needs={replayNeeds}
            size="small"
            label={t('replayRule', { n: count(line.ready), rule: means })}
          >
            {t('replayReady', { n: count(line.ready) })}
          </ReplayLink>
        )}
      </Cell>
    </tr>
  )
}

interface MovesProps {
  kind: 'in' | 'out'
  line: StockLine
  week: { from: string; to: string }
  reader: DisplaySettings
}

/** Rows that came in or went out, and the way to them. */
function Moves({ kind, line, week, reader }: MovesProps) {
  const { domain, dataset, rule } = line
  const n = kind === 'in' ? line.in7d : line.out7d
  if (n === 0) return 0
  return (
    <Link
      href={movesHref('/flow/rows', { kind, domain, dataset, rule, ...week })}
      className="underline-offset-2 hover:underline"
    >
      {formatCount(n, reader)}
    </Link>
  )
}
