/** A number of places, few of them for one person; who finds none is refused at once. */

/** No place is free: for this person, or for anybody. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot'
  constructor(readonly of: 'person' | 'everybody') {
    super(of === 'person' ? 'you hold all places of one person' : 'all places are taken')
  }
}

export class Slots {
  private readonly taken = new Map<string, number>()
  private all = 0

  /** @param total places in this process; @param perPerson of them for one person at most. */
  constructor(
    private readonly total: number,
    private readonly perPerson: number,
  ) {}

  /**
   * Takes a place.
   * @returns how to give it back; calling it again does nothing.
   * @throws NoSlot
   */
  take(person: string): () => void {
    const own = this.taken.get(person) ?? 0
    if (own >= this.perPerson) throw new NoSlot('person')
    if (this.all >= this.total) throw new NoSlot('everybody')
    this.taken.set(person, own + 1)
    this.all += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      this.all -= 1
      const left = (this.taken.get(person) ?? 1) - 1
      if (left > 0) this.taken.set(person, left)
      else this.taken.delete(person)
    }
  }
}
