import { useTranslations } from 'next-intl'
import { Button, ButtonLink } from './button'

interface PagerProps {
  /** To the first page, as a function or an address; undefined on the first page. */
  first: (() => unknown) | string | undefined
  /** To the next page; undefined on the last page. */
  next: (() => unknown) | string | undefined
}

/** The way through pages that are read by key: back to the first, on to the next. */
export function Pager({ first, next }: PagerProps) {
  const t = useTranslations('rule')
  if (!first && !next) return null
  return (
    <div className="flex gap-2">
      <PageButton to={first}>{t('first')}</PageButton>
      <PageButton to={next}>{t('next')}</PageButton>
    </div>
  )
}

function PageButton({ to, children }: { to: PagerProps['first']; children: string }) {
  if (!to) return null
  if (typeof to === 'string') {
    return (
      <ButtonLink href={to} scroll={false}>
        {children}
      </ButtonLink>
    )
  }
  return <Button onClick={to}>{children}</Button>
}
