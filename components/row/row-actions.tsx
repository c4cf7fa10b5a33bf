import { ActDialog } from '@/components/act/act-dialog'
import { VERBS_OF } from '@/components/act/act-fields'
import { ReplayLink } from '@/components/replay/replay-link'
import type { Needs } from '@/components/rule/selection-bar'
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
      {row.statut === 'A_TRAITER' && (
        <ReplayLink href={`/replays/new?domain=${row.domain}&ids=${row.id}`} needs={needs.replay} />
      )}
      {VERBS_OF[row.statut].map((verb) => (
        <ActDialog
          key={verb}
          verb={verb}
          domain={row.domain ?? ''}
          target={{ ids: [row.id] }}
          count={1}
          act={act}
          needs={needs[verb]}
        />
      ))}
    </div>
  )
}
