import { useTranslations } from 'next-intl'

/**
 * A file of everything that matches, in the format of choice.
 * @param label says how many rows it will have.
 */
export function ExportMenu({ label, href }: { label: string; href: string }) {
  const t = useTranslations('rule')
  return (
    <details data-menu className="relative">
      <summary
        data-key="e"
        aria-keyshortcuts="e"
        className="cursor-pointer list-none whitespace-nowrap rounded-sm border border-line px-2 py-1 hover:bg-panel"
      >
        {label} ▾
      </summary>
      <div className="absolute right-0 z-30 mt-1 flex flex-col border border-line bg-page p-1 shadow-lg">
        {(['csv', 'xlsx'] as const).map((format) => (
          <a
            key={format}
            href={`${href}&format=${format}`}
            className="whitespace-nowrap px-3 py-1 hover:bg-panel"
          >
            {t(format)}
          </a>
        ))}
      </div>
    </details>
  )
}
