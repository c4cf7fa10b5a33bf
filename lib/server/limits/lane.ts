/**
 * Work of one costly kind, a few pieces at a time. Who waits is served in turn by person, so that
 * forty pieces of one person do not stand before the one of another.
 */

/** The person waits for too many pieces already. */
export class LaneFull extends Error {
  override readonly name = 'LaneFull'
  constructor() {
    super('too many questions of one person at once')
  }
}

interface Waiting {
  begin(): void
}

interface LaneLimits {
  /** Pieces at work at once, of everybody. */
  atOnce: number
  /** Pieces at work at once, of one person. */
  perPerson: number
  /** Pieces of one person that wait; one more is refused. */
  waiting: number
}

export class Lane {
  private readonly queues = new Map<string, Waiting[]>()
  private readonly running = new Map<string, number>()
  private all = 0

  constructor(private readonly limits: LaneLimits) {}

  /**
   * Does `work` when it is this person's turn.
   * @param signal aborted while it waits: it is not begun, and the call rejects with its reason.
   * @throws LaneFull when the person waits for too many pieces already.
   */
  async run<T>(person: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.turn(person, signal)
    try {
      return await work()
    } finally {
      this.end(person)
    }
  }

  private turn(person: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.mayBegin(person)) {
      this.begin(person)
      return Promise.resolve()
    }
    const queue = this.queues.get(person) ?? []
    if (queue.length >= this.limits.waiting) return Promise.reject(new LaneFull())
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        begin: () => {
          signal?.removeEventListener('abort', leave)
          this.begin(person)
          resolve()
        },
      }
      const leave = () => {
        this.remove(person, waiting)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.queues.set(person, [...queue, waiting])
    })
  }

  private mayBegin(person: string): boolean {
    return this.all < this.limits.atOnce && (this.running.get(person) ?? 0) < this.limits.perPerson
  }

  private begin(person: string): void {
    this.all += 1
    this.running.set(person, (this.running.get(person) ?? 0) + 1)
  }

  private end(person: string): void {
    this.all -= 1
    const left = (this.running.get(person) ?? 1) - 1
    if (left > 0) this.running.set(person, left)
    else this.running.delete(person)
    this.next()
  }

  /** Begins what may begin. Who is served goes to the end of the line: a Map keeps its order. */
  private next(): void {
    for (const [person, queue] of [...this.queues]) {
      if (this.all >= this.limits.atOnce) return
      if (!this.mayBegin(person)) continue
      const [first, ...rest] = queue
      this.queues.delete(person)
      if (rest.length > 0) this.queues.set(person, rest)
      first?.begin()
    }
  }

  private remove(person: string, waiting: Waiting): void {
    const left = (this.queues.get(person) ?? []).filter((one) => one !== waiting)
    if (left.length > 0) this.queues.set(person, left)
    else this.queues.delete(person)
  }
}
