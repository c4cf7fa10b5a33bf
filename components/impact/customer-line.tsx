import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Cell } from '@/components/ui/table'
import type { FigureMeta } from '@/lib/server/queries/impact'
import type { ImpactCustomersPage } from '@/lib/server/queries/impact-customers'
import { type DisplaySettings, formatCount, formatMoney, formatShare } from '@/lib/shared/format'
import { figureText } from './figure-text'

interface CustomerLineProps {
  customer: ImpactCustomersPage['customers'][number]
  /** Of the figure that the screen is about. */
  kind: FigureMeta['kind']
  currency: string
  reader: DisplaySettings
}

/** One affected customer; the number leads to all of its rows. */
export function CustomerLine({ customer, kind, currency, reader }: CustomerLineProps) {
  const t = useTranslations('impact')
  const { code, name, rows, money, share, value, all } = customer
  return (
    <tr data-line className="hover:bg-panel">
      <Cell>
        {code === null ? (
          <span className="text-muted">{t('unknownCustomer')}</span>
        ) : (
          <Link
            href={`/search?q=${encodeURIComponent(code)}`}
            className="underline decoration-line underline-offset-2 hover:decoration-ink"
          >
            {code}
          </Link>
        )}
      </Cell>
      <Cell>
        {name ?? (code !== null && <span className="text-muted">{t('notInSilver')}</span>)}
      </Cell>
      <Cell right phone="figure">
        {rows === 0 ? '–' : formatMoney(money, currency || null, reader)}
      </Cell>
      <Cell right>{formatCount(rows, reader)}</Cell>
      <Cell right>{share === null ? '–' : formatShare(share, reader)}</Cell>
      <Cell right>{figureText(value, kind, currency, reader)}</Cell>
      <Cell right>{formatCount(all, reader)}</Cell>
    </tr>
  )
}
