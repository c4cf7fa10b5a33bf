'use client'

import { useTranslations } from 'next-intl'
import { DomainName } from '@/components/names'
import { Menu } from '@/components/ui/menu'
import { useDomain } from './use-domain'

interface DomainSwitchProps {
  domains: string[]
  /** The domain that the frame was made with; undefined: all of them. */
  chosen: string | undefined
  chooseDomain(form: FormData): Promise<void>
}

const choice = 'rounded-sm px-2 py-1 text-left hover:bg-panel aria-pressed:font-semibold'

/** The domain that all screens look at; plain words where there is nothing to choose. */
export function DomainSwitch({ domains, chosen: first, chooseDomain }: DomainSwitchProps) {
  const t = useTranslations('shell')
  const chosen = useDomain(first)
  const [only] = domains
  if (only === undefined) return null
  if (domains.length === 1) {
    return (
      <span className="text-muted">
        <DomainName name={only} />
      </span>
    )
  }
  return (
    <Menu
      look="rounded-sm px-2 py-1 hover:bg-panel"
      label={
        <>
          <span className="sr-only">{t('domain')}: </span>
          {chosen ? <DomainName name={chosen} /> : t('allDomains')} ▾
        </>
      }
    >
      <form
        action={chooseDomain}
        // What was chosen closes the menu.
        onSubmit={({ currentTarget }) => currentTarget.closest('details')?.removeAttribute('open')}
        className="flex w-52 flex-col"
      >
        {[undefined, ...domains].map((name) => (
          <button
            key={name ?? ''}
            type="submit"
            name="domain"
            value={name ?? ''}
            aria-pressed={name === chosen}
            className={choice}
          >
            {name ? <DomainName name={name} /> : t('allDomains')}
          </button>
        ))}
      </form>
    </Menu>
  )
}
