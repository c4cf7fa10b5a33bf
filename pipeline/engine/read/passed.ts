/** Lines that are no records: counted by kind and noted, so that nothing is skipped in silence. */
import { visible } from './names'

const NAMED_LINES = 3
const EXCERPT_CHARS = 60

export class PassedOver {
  private readonly kinds = new Map<string, { count: number; lines: number[]; text: string }>()

  /** @param kind in the plural, such as "repeated headers" @param text of the line, for its first */
  add(kind: string, line: number, text: string): void {
    const known = this.kinds.get(kind)
    if (!known) {
      this.kinds.set(kind, { count: 1, lines: [line], text: excerpt(text) })
      return
    }
    known.count++
    if (known.lines.length < NAMED_LINES) known.lines.push(line)
  }

  notes(): string[] {
    return [...this.kinds].map(([kind, { count, lines, text }]) => {
      const where = `${lines.length > 1 ? 'lines' : 'line'} ${lines.join(', ')}${count > lines.length ? ', …' : ''}`
      return `not records: ${kind}, ${count} (${where}: "${text}")`
    })
  }
}

export function excerpt(text: string): string {
  const shown = visible(text.trim())
  return shown.length > EXCERPT_CHARS ? `${shown.slice(0, EXCERPT_CHARS)}…` : shown
}
