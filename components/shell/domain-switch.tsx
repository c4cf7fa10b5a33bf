import { useTranslations } from 'next-intl'
import { DomainName } from '@/components/names'

interface DomainSwitchProps {
  domains: string[]
  /** Undefined: all of them. */
  chosen: string | undefined
  chooseDomain(form: FormData): Promise<void>
}

const choice = 'rounded-sm px-2 py-1 text-left hover:bg-panel aria-pressed:font-semibold'

/** The domain that all screens look at; plain words where there is nothing to choose. */
export function DomainSwitch({ domains, chosen, chooseDomain }: DomainSwitchProps) {
  const t = useTranslations('shell')
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
    // The key: what was chosen closes the menu.
    <details key={chosen ?? ''} data-menu className="relative">
      <summary className="cursor-pointer list-none rounded-sm px-2 py-1 hover:bg-panel">
        <span className="sr-only">{t('domain')}: </span>
        {chosen ? <DomainName name={chosen} /> : t('allDomains')} ▾
      </summary>
      <form
        action={chooseDomain}
        className="absolute left-0 z-40 mt-1 flex w-56 flex-col border border-line bg-page p-2 shadow-lg"
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
    </details>
  )
}
