import { useTranslations } from 'next-intl'
import { directionOf, Head, HiddenHead, SortHead } from '@/components/ui/table'
import type { StockOrder, StockSort } from './stock-columns'

/** For what spans the whole table. */
export const COLUMN_COUNT = 10

interface StockHeadProps {
  order: StockOrder
  /** Called with the new order as the address has it. */
  sortBy(order: string): unknown
}

/** Heads of the stock table. A column begins with its largest figure. */
export function StockHead({ order, sortBy }: StockHeadProps) {
  const t = useTranslations('stock')
  const terms = useTranslations('terms')
  const head = (by: StockSort, label: string, right = false) => {
    const isSorted = order.by === by
    return (
      <SortHead
        label={label}
        right={right}
        sorted={directionOf(isSorted, order.desc)}
        sort={() => sortBy(isSorted && order.desc ? by : `-${by}`)}
      />
    )
  }
  return (
    <thead>
      <tr>
        {head('rule', terms('rule'))}
        {head('rows', terms('stock'), true)}
        {head('money', terms('money'), true)}
        <Head>{terms('age')}</Head>
        {head('oldest', terms('oldest'), true)}
        {head('in7d', t('in7d'), true)}
        {head('out7d', t('out7d'), true)}
        {head('ready', terms('ready'), true)}
        {head('owner', terms('owner'))}
        <HiddenHead>{terms('replay')}</HiddenHead>
      </tr>
    </thead>
  )
}
