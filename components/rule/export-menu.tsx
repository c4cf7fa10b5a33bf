import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'

/**
 * A file of everything that matches, in the format of choice; the key `e` opens it.
 * @param label says how many rows it will have.
 */
export function ExportMenu({ label, href }: { label: string; href: string }) {
  const t = useTranslations('rule')
  return (
    <Menu label={`${label} ▾`} look={buttonClass()} side="right" shortcut="e">
      <div className="flex flex-col">
        {(['csv', 'xlsx'] as const).map((format) => (
          <a
            key={format}
            href={`${href}&format=${format}`}
            className="whitespace-nowrap px-2 py-1 hover:bg-panel"
          >
            {t(format)}
          </a>
        ))}
      </div>
    </Menu>
  )
}
