import type { Db } from '@/lib/shared/db/connection'
import { requestScheduled } from '@/lib/shared/replay/scheduled'

/**
 * After a committed run: asks for the replay of what became ready and belongs to rules that are
 * replayed after each run. Once per run, however often it is called; a failure here is no failure
 * of the run, and is noted.
 */
export async function afterRun(
  db: Db,
  run: { id: number; domain: string; at: string },
  onNote: (note: string) => void,
): Promise<void> {
  try {
    const key = `after-run:${run.id}`
    const id = await requestScheduled(db, run.domain, 'after_run', new Date(run.at), key)
    if (id !== undefined) onNote(`replay ${id} of what became ready was asked for`)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    onNote(`the replay of what became ready could not be asked for: ${why}`)
  }
}
