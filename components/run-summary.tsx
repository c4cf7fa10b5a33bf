import { formatDuration, formatTime, type Reader } from '@/lib/format'
import type { Run } from '@/lib/queries/overview'

const WORDS: Record<Run['status'], string> = {
  running: 'is running',
  committed: 'committed',
  refused: 'was refused, nothing changed',
  failed: 'failed, nothing changed',
  interrupted: 'was interrupted, nothing changed',
}

/** One run in a sentence, and what was wrong with it if anything was. */
export function RunSummary({ run, reader }: { run: Run; reader: Reader }) {
  const bad = !['committed', 'running'].includes(run.status)
  const took = run.finished_at && run.finished_at.getTime() - run.started_at.getTime()
  const facts = [
    `${run.mode} ${run.kind}`,
    run.delivery,
    `as of ${formatTime(run.as_of, reader)}`,
    took !== null && `took ${formatDuration(took)}`,
  ]
  return (
    <div>
      <p>
        <strong className={bad ? 'text-critical' : ''}>
          {bad && <span aria-hidden="true">■ </span>}Run {run.id} {WORDS[run.status]}
        </strong>{' '}
        <span className="text-muted">{facts.filter(Boolean).join(' · ')}</span>
      </p>
      {bad && <p className="mt-1 border-critical border-l-4 pl-3">{reasonOf(run.error)}</p>}
    </div>
  )
}

/** The recorded error in a line; its shape is the pipeline's, so nothing is taken for granted. */
function reasonOf(error: unknown): string {
  const { message, file, line, column, hint } = (error ?? {}) as Record<string, unknown>
  const place = [file, line && `line ${line}`, column && `column ${column}`].filter(Boolean)
  const where = place.length > 0 ? ` (${place.join(', ')})` : ''
  return `${message ?? 'No reason was recorded'}${where}${hint ? `. ${hint}` : ''}`
}
