import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Age } from '@/components/age'
import { DatasetName, DomainName } from '@/components/names'
import { ReplayLink } from '@/components/replay/replay-link'
import type { StockLine } from '@/lib/server/queries/stock'
import { formatCount, formatMoney, type Reader } from '@/lib/shared/format'
import { AgeBars } from './age-bars'

interface LineProps {
  line: StockLine
  /** Say the domain too. */
  domain: boolean
  at: string
  reader: Reader
  /** Least role that may replay; undefined when the reader may. */
  replayNeeds?: string
}

const cell = 'border-line border-b px-2 py-1 align-top'
const number = `${cell} whitespace-nowrap text-right`

/** One rule of the stock table: the sentence first, the code below it. */
export function Line({ line, domain, at, reader, replayNeeds }: LineProps) {
  const t = useTranslations('stock')
  const [a, b, c, d] = line.ages
  const count = (n: number) => formatCount(n, reader)
  const means = line.means?.[reader.locale] ?? line.rule
  return (
    <tr data-line className="hover:bg-panel focus-within:bg-panel">
      <td className={cell}>
        <Link
          href={`/rules/${line.dataset}/${line.rule}`}
          className="font-medium underline-offset-2 hover:underline"
        >
          {means}
        </Link>
        <div className="text-muted">
          {line.rule} · <DatasetName name={line.dataset} />
          {domain && (
            <>
              {' · '}
              <DomainName name={line.domain} />
            </>
          )}
          {line.waiting > 0 && ` · ${t('waitBehind', { n: line.waiting })}`}
        </div>
      </td>
      <td className={number}>{count(line.rows)}</td>
      <td className={number}>
        {Object.entries(line.money).map(([currency, amount]) => (
          <div key={currency}>
            {formatMoney(amount, currency || null, reader)}
            {currency === '' && <span className="text-muted"> {t('unknownCurrency')}</span>}
          </div>
        ))}
      </td>
      <td className={cell}>
        <AgeBars
          ages={line.ages}
          label={t('ageProfile', { a: count(a), b: count(b), c: count(c), d: count(d) })}
        />
      </td>
      <td className={number}>
        {line.oldest && (
          <Age
            since={new Date(line.oldest)}
            now={new Date(at)}
            reader={reader}
            warnDays={line.warnDays}
            criticalDays={line.criticalDays}
          />
        )}
      </td>
      <td className={`${number} ${line.in7d > 0 ? 'text-in' : 'text-muted'}`}>
        {count(line.in7d)}
      </td>
      <td className={`${number} ${line.out7d > 0 ? 'text-out' : 'text-muted'}`}>
        {count(line.out7d)}
      </td>
      <td className={number}>{line.ready > 0 ? count(line.ready) : '–'}</td>
      <td className={cell}>{line.owner}</td>
      <td className={`${cell} text-right`}>
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
      </td>
    </tr>
  )
}
