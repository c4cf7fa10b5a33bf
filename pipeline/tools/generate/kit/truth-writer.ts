import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

/** One stay of a row in quarantine under one rule, as the ground truth states it. */
export interface Fault {
  /** The delivery after which the row is open under this rule. */
  delivery: number
  fault: string
  table: string
  key: Record<string, string>
  rule: string
  /** The other rules that it fails, where the generator knows them. */
  also?: readonly string[]
  amount?: string
  currency?: string
  /** The delivery after which it is no longer open under this rule; null: it stays. */
  fixed_in: number | null
  note?: string
}

/**
 * Writes the ground truth as it becomes known: a head, then one fault a line, then a tail.
 * A fault is written when its end is known, so only open ones are held by the caller.
 */
export class TruthWriter {
  faults = 0
  readonly byRule: Record<string, number> = {}
  private text: string

  private constructor(
    private readonly stream: WriteStream,
    head: Record<string, unknown>,
  ) {
    const members = Object.entries(head).map(
      ([k, v]) => `${JSON.stringify(k)}: ${JSON.stringify(v)}`,
    )
    this.text = `{\n${members.map((m) => `${m},\n`).join('')}"faults": [`
  }

  static async create(path: string, head: Record<string, unknown>): Promise<TruthWriter> {
    const stream = createWriteStream(path)
    await once(stream, 'open')
    return new TruthWriter(stream, head)
  }

  fault(fault: Fault): void {
    this.text += `${this.faults === 0 ? '\n' : ',\n'}${JSON.stringify(fault)}`
    this.faults++
    this.byRule[fault.rule] = (this.byRule[fault.rule] ?? 0) + 1
  }

  get full(): boolean {
    return this.text.length > 1 << 16
  }

  async drain(): Promise<void> {
    const text = this.text
    this.text = ''
    if (text !== '' && !this.stream.write(text)) await once(this.stream, 'drain')
  }

  /** Writes the members that are known only now and closes the file. */
  async close(tail: Record<string, unknown>): Promise<void> {
    this.text += '\n]'
    for (const [k, v] of Object.entries(tail)) {
      this.text += `,\n${JSON.stringify(k)}: ${JSON.stringify(v)}`
    }
    this.text += '\n}\n'
    await this.drain()
    this.stream.end()
    await finished(this.stream)
  }
}
