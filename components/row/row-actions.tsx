import { ActButtons, type Needs } from '@/components/act/act-buttons'
import { VERBS_OF } from '@/components/act/act-fields'
import type { Act } from '@/lib/server/commands'
import type { RowDetail } from '@/lib/server/queries/row'

interface RowActionsProps {
  row: RowDetail
  act: Act
  needs: Needs
}

/** What can be done with one row in its status. */
export function RowActions({ row, act, needs }: RowActionsProps) {
  return (
    <div className="flex flex-wrap gap-2 text-[13px]">
      <ActButtons
        verbs={VERBS_OF[row.statut]}
        replayHref={
          row.statut === 'A_TRAITER' ? `/replays/new?domain=${row.domain}&ids=${row.id}` : undefined
        }
        domain={row.domain ?? ''}
        target={{ ids: [row.id] }}
        count={1}
        act={act}
        needs={needs}
      />
    </div>
  )
}
