/** Results go to standard output, everything else to standard error. */
import { describeError } from '@/lib/shared/errors'
import { printable } from '@/lib/shared/util/printable'
import type { Progress } from '@/pipeline/operations/run/types'

// Whoever reads us may have enough (`| head`): that is no reason to end a run half-way.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

export const print = (text: string): void => {
  process.stdout.write(`${printable(text)}\n`)
}

/** JSON says what cannot be seen in its own way; what it leaves raw is escaped as it would. */
export const printJson = (value: unknown): void => {
  const text = JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  process.stdout.write(`${text}\n`)
}

export const log = (text: string): void => {
  process.stderr.write(`${printable(text)}\n`)
}

/** One line: what is wrong, where, what to do. */
export const logError = (error: unknown): void => log(`error: ${describeError(error)}`)

/**
 * Progress on standard error: a bar on a terminal, elsewhere (a log, a pipe) a line at each tenth. It
 * never goes backwards.
 *
 * @param quiet show nothing
 */
export function progressLine(
  quiet: boolean,
  stream: { isTTY?: boolean; write(text: string): unknown } = process.stderr,
): { show(p: Progress): void; end(): void } {
  if (quiet) return { show: () => {}, end: () => {} }
  const tty = stream.isTTY === true
  let furthest = 0
  let shownTenth = -1
  return {
    show({ phase, label, done }) {
      furthest = Math.max(furthest, Math.min(done, 1))
      const tenth = Math.floor(furthest * 10 + 1e-9)
      const percent = `${String(Math.round(furthest * 100)).padStart(3)} %`
      if (tty) {
        const width = 30
        const full = Math.round(furthest * width)
        const bar = `${'█'.repeat(full)}${'░'.repeat(width - full)}`
        stream.write(`\r\u001b[K${bar} ${percent}  ${phase} ${label}`)
      } else if (tenth > shownTenth) {
        stream.write(`${percent}  ${phase} ${label}\n`)
      }
      shownTenth = Math.max(shownTenth, tenth)
    },
    end() {
      if (tty && shownTenth >= 0) stream.write('\r\u001b[K')
    },
  }
}

/** Rows as an aligned table; numbers to the right. */
export function table(head: string[], rows: (string | number)[][]): string {
  const all = [head, ...rows.map((row) => row.map((cell) => String(cell)))]
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)))
  const numeric = head.map(
    (_, i) => rows.length > 0 && rows.every((row) => typeof row[i] === 'number'),
  )
  return all
    .map((row) =>
      row
        .map((cell, i) =>
          numeric[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
