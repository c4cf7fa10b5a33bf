'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { type Act, ActDialog, type RowVerb, type Target } from '@/components/act/act-dialog'
import { formatCount, type Reader } from '@/lib/shared/format'

/** Verb → least role that may; absent where the reader may. */
export type Needs = Partial<Record<RowVerb | 'replay', string>>

interface SelectionBarProps {
  selected: number[]
  /** How many matched when all of them were chosen; undefined: they were not. */
  allMatching: number | undefined
  count: number
  more: boolean
  filter: object
  domain: string
  /** The rows shown are closed ones. */
  closed: boolean
  act: Act
  needs: Needs
  replayHref: string
  reader: Reader
  selectAllMatching(): void
  clear(): void
}

const OPEN: RowVerb[] = ['comment', 'assign', 'snooze', 'claim', 'close']
const CLOSED: RowVerb[] = ['comment', 'reopen']

/** What can be done with the selection: chosen rows, or everything that matches. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, allMatching, count, more, filter, domain, closed, act, needs, reader } = props
  const t = useTranslations('rule')
  const n = allMatching ?? selected.length
  const target: Target =
    allMatching === undefined ? { ids: selected } : { filter, expected: allMatching }
  const replay =
    allMatching === undefined
      ? `${props.replayHref}&ids=${selected.join(',')}`
      : `${props.replayHref}&expected=${allMatching}`
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-2 text-[13px]">
      {n > 0 && (
        <>
          <strong aria-live="polite">{t('selected', { n })}</strong>
          <button type="button" className="underline" onClick={props.clear}>
            {t('clear')}
          </button>
        </>
      )}
      {allMatching === undefined && !more && count > 0 && (
        <button type="button" className="underline" onClick={props.selectAllMatching}>
          {t('selectAll', { n: formatCount(count, reader) })}
        </button>
      )}
      {allMatching !== undefined && allMatching !== count && (
        <span className="text-warning">
          ▲ {t('otherNumber', { n: formatCount(count, reader) })}
        </span>
      )}
      {n > 0 && (
        <>
          {!closed && <ReplayLink href={replay} needs={needs.replay} />}
          {(closed ? CLOSED : OPEN).map((name) => (
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

interface ReplayLinkProps {
  href: string
  /** Least role that may; undefined when the reader may. */
  needs: string | undefined
  children?: string
}

/** The way to the preview of a replay. */
export function ReplayLink({ href, needs, children }: ReplayLinkProps) {
  const verb = useTranslations('act')
  const roles = useTranslations('shell.roles')
  if (needs) {
    return (
      <button
        type="button"
        disabled
        title={verb('needsRole', { role: roles(needs as 'analyst') })}
        className="whitespace-nowrap rounded-sm border border-line px-2 py-1 text-muted"
      >
        {children ?? verb('replay')}
      </button>
    )
  }
  return (
    <Link
      data-key="r"
      aria-keyshortcuts="r"
      href={href}
      className="whitespace-nowrap rounded-sm border border-ink px-2 py-1 font-medium hover:bg-flag hover:text-[#1a1a19]"
    >
      {children ?? verb('replay')}
    </Link>
  )
}
