'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { formatCount, type Reader } from '@/lib/format'
import { type Act, ActDialog, type RowVerb, type Target } from '../act/act-dialog'

/** Verb → least role that may; absent where the reader may. */
export type Needs = Partial<Record<RowVerb | 'replay', string>>

interface SelectionBarProps {
  selected: number[]
  allMatching: boolean
  count: number
  more: boolean
  filter: object
  domain: string
  act: Act
  needs: Needs
  replayHref: string
  reader: Reader
  selectAllMatching(): void
  clear(): void
}

const VERBS: RowVerb[] = ['comment', 'assign', 'snooze', 'claim', 'close', 'reopen']

/** What can be done with the selection: chosen rows, or everything that matches. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, allMatching, count, more, filter, domain, act, needs, replayHref, reader } =
    props
  const t = useTranslations('rule')
  const verb = useTranslations('act')
  const roles = useTranslations('shell.roles')
  const n = allMatching ? count : selected.length
  const target: Target = allMatching ? { filter, expected: count } : { ids: selected }
  const replay = allMatching ? replayHref : `${replayHref}&ids=${selected.join(',')}`
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-2 text-[13px]">
      {n === 0 ? (
        !more &&
        count > 0 && (
          <button type="button" className="underline" onClick={props.selectAllMatching}>
            {t('selectAll', { n: formatCount(count, reader) })}
          </button>
        )
      ) : (
        <>
          <strong>{t('selected', { n })}</strong>
          <button type="button" className="underline" onClick={props.clear}>
            {t('clear')}
          </button>
          {needs.replay ? (
            <button
              type="button"
              disabled
              title={verb('needsRole', { role: roles(needs.replay as 'analyst') })}
              className="rounded-sm border border-line px-2 py-1 text-muted"
            >
              {verb('replay')}
            </button>
          ) : (
            <Link
              href={replay}
              className="rounded-sm border border-ink px-2 py-1 font-medium hover:bg-flag hover:text-[#1a1a19]"
            >
              {verb('replay')}
            </Link>
          )}
          {VERBS.map((name) => (
            <ActDialog
              key={name}
              verb={name}
              domain={domain}
              target={target}
              count={n}
              act={act}
              needs={needs[name]}
              onDone={props.clear}
            />
          ))}
        </>
      )}
    </div>
  )
}
