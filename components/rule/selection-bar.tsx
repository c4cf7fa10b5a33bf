'use client'

import { useTranslations } from 'next-intl'
import { ActButtons, type Needs } from '@/components/act/act-buttons'
import { VERBS_OF } from '@/components/act/act-fields'
import type { Act } from '@/lib/server/commands'
import { formatCount, type Reader } from '@/lib/shared/format'
import type { RowFilter, Scope } from '@/lib/shared/scope'
import type { Selection } from './use-selection'

interface SelectionBarProps {
  selection: Selection
  /** Rows that match; `more` when counting stopped there. */
  count: number
  more: boolean
  filter: RowFilter
  domain: string
  /** The rows shown are closed ones. */
  closed: boolean
  act: Act
  needs: Needs
  replayHref: string
  reader: Reader
}

/** What can be done with the selection: chosen rows, or everything that matches. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, count, more, filter, domain, closed, act, needs, reader } = props
  const { ids, allMatching, clear } = selection
  const t = useTranslations('rule')
  const n = allMatching ?? ids.length
  const target: Scope = allMatching === undefined ? { ids } : { filter, expected: allMatching }
  const replay =
    allMatching === undefined
      ? `${props.replayHref}&ids=${ids.join(',')}`
      : `${props.replayHref}&expected=${allMatching}`
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-2 text-[13px]">
      {n > 0 && (
        <>
          <strong aria-live="polite">{t('selected', { n })}</strong>
          <button type="button" className="underline" onClick={clear}>
            {t('clear')}
          </button>
        </>
      )}
      {allMatching === undefined && !more && count > 0 && (
        <button
          type="button"
          className="underline"
          onClick={() => selection.selectAllMatching(count)}
        >
          {t('selectAll', { n: count })}
        </button>
      )}
      {allMatching !== undefined && allMatching !== count && (
        <span className="text-warning">
          ▲ {t('otherNumber', { n: formatCount(count, reader) })}
        </span>
      )}
      {n > 0 && (
        <ActButtons
          verbs={VERBS_OF[closed ? 'CLASSEE' : 'A_TRAITER']}
          replayHref={closed ? undefined : replay}
          domain={domain}
          target={target}
          count={n}
          act={act}
          needs={needs}
          onDone={clear}
        />
      )}
    </div>
  )
}
