import { useTranslations } from 'next-intl'

const bar = 'rounded-sm bg-panel'

interface SkeletonProps {
  /** Figures on top of the table. */
  figures?: number
  /** Lines of the table, and their height in pixels. */
  lines: number
  height?: number
  /** A column beside the table. */
  aside?: boolean
}

/** As large as what replaces it, so that the page does not jump; says what it is only to readers
 * who do not see it. */
export function Skeleton({ figures = 0, lines, height = 32, aside }: SkeletonProps) {
  const t = useTranslations('shell')
  return (
    <div className="flex flex-col gap-6">
      <p className="sr-only" aria-live="polite">
        {t('loading')}
      </p>
      <div aria-hidden="true" className="flex flex-col gap-6">
        <div className={`h-7 w-72 max-w-full ${bar}`} />
        {figures > 0 && (
          <div className="flex flex-wrap gap-x-10 gap-y-3">
            {Array.from({ length: figures }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: all alike
              <div key={i} className={`h-[72px] w-28 ${bar}`} />
            ))}
          </div>
        )}
        <div className={aside ? 'grid gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]' : ''}>
          {aside && <div className={`h-64 ${bar}`} />}
          <div className="flex flex-col">
            {Array.from({ length: lines }, (_, i) => (
              <div
                // biome-ignore lint/suspicious/noArrayIndexKey: all alike
                key={i}
                className="flex items-center border-line border-b"
                style={{ height }}
              >
                <div className={`h-3 w-full ${bar}`} />
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
