/**
 * What Silver and the quarantine must hold, computed row by row in memory: the rules of the family
 * in plain code, without the engine. A row is its line; keys are the first field.
 */
export const DATASETS = ['pais', 'notas', 'filhos', 'netos'] as const
export type Name = (typeof DATASETS)[number]
export type World = Record<Name, Map<string, string[]>>

const empty = (): World => ({
  pais: new Map(),
  notas: new Map(),
  filhos: new Map(),
  netos: new Map(),
})

export class Model {
  /** Key → the images that stand. */
  readonly silver = empty()
  readonly waiting = empty()

  /** One delivery; `lines` names the datasets that come. */
  deliver(lines: Partial<Record<Name, readonly string[]>>, full: boolean): void {
    for (const name of DATASETS) {
      const images = new Map<string, string[]>()
      for (const line of lines[name] ?? []) {
        const known = images.get(keyOf(line)) ?? []
        if (!known.includes(line)) images.set(keyOf(line), [...known, line])
      }
      if (full && lines[name]) {
        this.silver[name].clear()
        this.waiting[name].clear()
      }
      for (const [key, list] of images) this.judge(name, key, list)
      // What leans on a parent that is gone is set aside.
      for (const [key, list] of [...this.silver[name]]) this.judge(name, key, list)
    }
  }

  /** A replay of these rows: parents first, those that hold now enter Silver. */
  replay(keys: Record<Name, readonly string[]>): void {
    for (const name of DATASETS) {
      for (const key of keys[name]) {
        const list = this.waiting[name].get(key)
        if (list) this.judge(name, key, list)
      }
    }
  }

  private judge(name: Name, key: string, images: string[]): void {
    const valid = images.length === 1 && this.holds(name, images[0] as string)
    this.silver[name].delete(key)
    this.waiting[name].delete(key)
    this[valid ? 'silver' : 'waiting'][name].set(key, images)
  }

  private holds(name: Name, line: string): boolean {
    const [id = '', a = '', b = '', c = ''] = line.split(',')
    if (name === 'pais') return Number(a) >= 1
    if (name === 'notas') return this.silver.pais.has(id)
    if (name === 'filhos') return this.silver.pais.has(a) && Number(b) >= 0
    return this.silver.filhos.has(a) && (b === '' || this.silver.pais.has(b)) && Number(c) >= 0
  }

  /** Both tables in short: `dataset line` of Silver, `dataset line` of what waits. */
  said(): { silver: string[]; waiting: string[] } {
    const list = (world: World) =>
      DATASETS.flatMap((d) => [...world[d].values()].flat().map((line) => `${d} ${line}`)).sort()
    return { silver: list(this.silver), waiting: list(this.waiting) }
  }
}

const keyOf = (line: string): string => line.split(',')[0] as string
