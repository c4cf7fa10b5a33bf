import { useTranslations } from 'next-intl'
import { Button, ButtonLink, type ButtonSize } from '@/components/ui/button'

interface ReplayLinkProps {
  href: string
  /** Least role that may; undefined when the reader may. */
  needs: string | undefined
  size?: ButtonSize
  /** For those who do not see the line that it stands in. */
  label?: string
  children?: string
}

/** The way to the preview of a replay; the key `r` takes it. */
export function ReplayLink({ href, needs, size, label, children }: ReplayLinkProps) {
  const t = useTranslations('act')
  const roles = useTranslations('shell.roles')
  const text = children ?? t('replay')
  if (needs) {
    return (
      <Button disabled size={size} title={t('needsRole', { role: roles(needs as 'analyst') })}>
        {text}
      </Button>
    )
  }
  return (
    <ButtonLink
      href={href}
      look="accent"
      size={size}
      data-key="r"
      aria-keyshortcuts="r"
      aria-label={label}
    >
      {text}
    </ButtonLink>
  )
}
