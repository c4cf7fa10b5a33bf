/** Results go to standard output, everything else to standard error. */
import { describeError } from '@/lib/shared/errors'
import type { Progress } from '@/pipeline/operations/run/types'

// Whoever reads us may have enough (`| head`): that is no reason to end a run half-way.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2))

export const log = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

/** One line: what is wrong, where, what to do. */
export const logError = (error: unknown): void => log(`error: ${describeError(error)}`)

/** A bar on a terminal; elsewhere one plain line per step. */
export function progressLine(quiet: boolean): { show(p: Progress): void; end(): void } {
  if (quiet) return { show: () => {}, end: () => {} }
  const tty = process.stderr.isTTY === true
  let last = ''
  return {
    show({ phase, label, done }) {
      const step = `${phase} ${label}`
      if (tty) {
        const width = 30
        const full = Math.round(done * width)
        const bar = `${'█'.repeat(full)}${'░'.repeat(width - full)}`
        process.stderr.write(
          `\r\u001b[K${bar} ${String(Math.round(done * 100)).padStart(3)} %  ${step}`,
        )
      } else if (step !== last) {
        log(`${String(Math.round(done * 100)).padStart(3)} %  ${step}`)
      }
      last = step
    },
    end() {
      if (tty && last) process.stderr.write('\r\u001b[K')
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
