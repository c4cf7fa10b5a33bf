import { useLocale, useTranslations } from 'next-intl'
import type { Universe } from '@/lib/shared/declaration/certificate'
import { type DisplaySettings, formatCount } from '@/lib/shared/format'

const TERMS = ['collected', 'declared', 'open', 'closed', 'duplicates'] as const
const SIGNS = ['', '=', '+', '+', '+'] as const

/** collected = declared + open + closed + duplicates, with the figures. */
export function Equation({ figures, timeZone }: { figures: Universe; timeZone: string }) {
  const t = useTranslations('declarations')
  const reader: DisplaySettings = { locale: useLocale(), timeZone }
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-wrap items-end gap-x-3 gap-y-2">
        {TERMS.map((term, i) => (
          <div key={term} className="flex flex-col">
            <dt className={`text-[13px] text-muted ${SIGNS[i] ? 'pl-7' : ''}`}>
              {t(`figures.${term}`)}
            </dt>
            <dd className="flex gap-2 font-semibold text-2xl">
              {SIGNS[i] && (
                <span aria-hidden="true" className="w-5 text-center font-normal text-muted">
                  {SIGNS[i]}
                </span>
              )}
              {formatCount(figures[term], reader)}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <span aria-hidden="true">✓ </span>
        {t('balanced')}
      </p>
      <p className="max-w-3xl text-[13px] text-muted">
        {t('meaning', {
          received: formatCount(figures.received, reader),
          superseded: formatCount(figures.superseded, reader),
        })}
      </p>
    </div>
  )
}
