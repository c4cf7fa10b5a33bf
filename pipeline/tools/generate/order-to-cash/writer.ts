import { isoDay } from '@/pipeline/tools/generate/kit/days'
import { Random } from '@/pipeline/tools/generate/kit/random'
import type { Fault, TruthWriter } from '@/pipeline/tools/generate/kit/truth-writer'
import { type Doc, settle, stayOf } from './docs'
import type { Extract } from './extract'
import { damaged } from './faults'
import type { Sizes } from './size'
import { rulePrefix, type Source, withValue } from './tables'
import { docsOf, type Tracked } from './tracked'

export interface DeliveryReport {
  delivery: number
  /** Folder of the files, relative to the output; '.' when there is one delivery only. */
  folder: string
  mode: 'full' | 'delta'
  as_of: string
  sequence: number
  counts: Partial<Record<Source, number>>
  duplicates: Partial<Record<Source, number>>
}

/** The clock of a delivery: extracted in the night after its business day. */
export function asOf(sizes: Sizes, delivery: number): string {
  return `${isoDay(sizes.keyDay + delivery)}T02:00:00-03:00`
}

/** Writes followed rows into an extract and keeps the ground truth about them. */
export class RowWriter {
  extract!: Extract
  delivery = 0
  full = true
  private loose: Fault[] = []
  private readonly random: Random

  constructor(
    sizes: Sizes,
    private readonly truth: TruthWriter,
  ) {
    this.random = new Random(sizes.seed, 0x5752)
  }

  begin(extract: Extract, delivery: number, full: boolean): void {
    this.extract = extract
    this.delivery = delivery
    this.full = full
    if (!full) return
    // Records without a readable key leave when a snapshot no longer brings their bytes.
    for (const fault of this.loose) this.truth.fault({ ...fault, fixed_in: delivery })
    this.loose = []
  }

  /** Writes a row as the extraction brings it, with the damage, twin or repetition it has. */
  put(doc: Doc): void {
    const { extract, delivery } = this
    const { source, damage, repeat } = doc
    if (damage !== null) {
      const record = damaged(doc, damage, this.random)
      const readable = typeof record === 'string'
      extract.put(source, record)
      const rule = `${rulePrefix(source)}_${damage.rule}`
      const line = readable ? record : doc.line
      const note = readable ? undefined : 'the key is the one of the undamaged row'
      this.loose.push(stayOf(delivery, source, line, rule, damage.fault, note))
      doc.damage = null
      return
    }
    doc.delivered = delivery
    extract.put(source, doc.line)
    if (doc.twin !== '') extract.put(source, doc.twin)
    if (repeat !== '') {
      // A cleared title is repeated as the open one that an earlier extraction still saw.
      const cleared = source === 'BSAD'
      const again = cleared ? withValue('BSAD', doc.line, 'AUGDT', '00000000') : doc.line
      const loser = cleared ? 'BSID' : source
      extract.put(loser, cleared ? withValue('BSAD', again, 'AUGBL', '') : again)
      extract.duplicate(loser)
      doc.repeat = ''
    }
  }

  /** States where each of the rows is after this delivery; parents come first. */
  settle(docs: Iterable<Doc>): void {
    for (const doc of docs)
      settle(doc, this.delivery, this.full, (fault) => this.truth.fault(fault))
  }

  /** A chain nobody follows any further: written, settled, its faults told. */
  once(chain: Tracked): void {
    const docs = docsOf(chain)
    for (const doc of docs) this.put(doc)
    this.settle(docs)
    this.forget(docs)
  }

  /** Tells the stays that nothing has ended. */
  forget(docs: Iterable<Doc>): void {
    for (const doc of docs) for (const stay of doc.stays) this.truth.fault(stay)
    this.forgetLoose()
  }

  forgetLoose(): void {
    for (const fault of this.loose) this.truth.fault(fault)
    this.loose = []
  }
}
