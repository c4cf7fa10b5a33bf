import { useTranslations } from 'next-intl'
import { ReplayLink } from '@/components/replay/replay-link'
import type { Act } from '@/lib/server/commands'
import type { Scope } from '@/lib/shared/scope'
import { ActDialog } from './act-dialog'
import type { RowVerb } from './act-fields'
import { NeedsNote } from './needs-note'

/** Verb → least role that may; absent where the reader may. */
export type Needs = Partial<Record<RowVerb | 'replay', string>>

interface ActButtonsProps {
  verbs: readonly RowVerb[]
  /** Where a replay of the target is previewed; undefined where it cannot be replayed. */
  replayHref: string | undefined
  domain: string
  target: Scope
  /** Rows of the target. */
  count: number
  act: Act
  needs: Needs
  onDone?(): void
}

/** What can be done with a target: its replay, its verbs, and which of them need another role. */
export function ActButtons(props: ActButtonsProps) {
  const { verbs, replayHref, needs, ...rest } = props
  const t = useTranslations('act')
  const shown = replayHref === undefined ? verbs : (['replay', ...verbs] as const)
  return (
    <>
      {replayHref !== undefined && <ReplayLink href={replayHref} needs={needs.replay} />}
      {verbs.map((verb) => (
        <ActDialog key={verb} verb={verb} needs={needs[verb]} {...rest} />
      ))}
      <NeedsNote verbs={shown.map((verb) => ({ label: t(verb), needs: needs[verb] }))} />
    </>
  )
}
