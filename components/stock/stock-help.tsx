import { useTranslations } from 'next-intl'
import { Menu } from '@/components/ui/menu'

/** What the figures and columns of the stock screen mean, for those who ask. */
export function StockHelp() {
  const t = useTranslations('stock')
  const terms = useTranslations('terms')
  const texts = [
    [terms('age'), t('help.ages')],
    [t('in7d'), t('help.in7d')],
    [t('out7d'), t('help.out7d')],
    [terms('exitRate'), t('help.exitRate')],
    [terms('ready'), t('help.ready')],
  ]
  return (
    <Menu label={`${t('help.title')} ▾`} look="text-muted hover:text-ink" side="right">
      <dl className="w-80 max-w-[calc(100vw-3rem)] text-[13px]">
        {texts.map(([name, text]) => (
          <div key={name} className="py-1">
            <dt className="font-semibold">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Menu>
  )
}
