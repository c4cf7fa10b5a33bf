/** Which rows are open under which rule after each delivery: the ground truth, kept as stays. */
import type { Random } from '@/pipeline/tools/generate/kit/random'
import type { Fault, TruthWriter } from '@/pipeline/tools/generate/kit/truth-writer'
import { BEFORE_HOLDER, contractRule, holderRule, WRONG_CURRENCY } from './records'
import type { Sizes } from './size'
import { type Contract, contractsOf, type Holder, holderAt, holdersBy, wrongOn } from './world'

/** The day of the last delivery of each file. */
export interface Delivered {
  contrats: number
  referentiel_personnes: number
}

/** A row of the quarantine: what it is called, and why it is there. */
interface Open {
  name: string
  fault: Omit<Fault, 'delivery' | 'fixed_in'>
}

export class Truth {
  private readonly stays = new Map<string, Fault>()
  private readonly restless: number[] = []
  private looked = 0

  constructor(
    private readonly sizes: Sizes,
    private readonly writer: TruthWriter,
    private readonly random: Random,
  ) {}

  /**
   * States what is open after a delivery. A row that waits for its holder ends its stay with the
   * delivery that brings the holder: the replay after it settles the row.
   * @param snapshot the delivery was a full one of the contracts: what it no longer brings is gone.
   */
  after(delivery: number, on: Delivered, snapshot: boolean): void {
    const now = new Map<string, Open>()
    for (const holder of this.watched(on)) {
      for (const row of this.openOf(holder, on)) now.set(row.name, row)
    }
    for (const [name, stay] of this.stays) {
      const row = now.get(name)
      // A record that cannot be read has no key: only a snapshot without it takes it away.
      if (row?.fault.rule === stay.rule || (name.endsWith('#bytes') && !snapshot)) continue
      this.stays.delete(name)
      this.writer.fault({ ...stay, fixed_in: delivery })
    }
    for (const [name, { fault }] of now) {
      if (!this.stays.has(name)) this.stays.set(name, { delivery, ...fault, fixed_in: null })
    }
  }

  /** Tells the stays that nothing has ended. */
  end(): void {
    for (const stay of this.stays.values()) this.writer.fault(stay)
    this.stays.clear()
  }

  /** Holders whose rows, or whose contracts, may be wrong. */
  private *watched(on: Delivered): Generator<Holder> {
    const { sizes, random } = this
    const all = holdersBy(sizes, Math.max(on.contrats, on.referentiel_personnes))
    for (; this.looked < all; this.looked++) {
      const holder = holderAt(sizes, this.looked, random)
      const late = holder.arrives !== holder.created || holder.created >= sizes.keyDay
      const wrong = contractsOf(sizes, holder, Number.MAX_SAFE_INTEGER, random).some((c) => c.fault)
      if (late || wrong || holder.fault) this.restless.push(this.looked)
    }
    for (const index of this.restless) yield holderAt(sizes, index, random)
  }

  private *openOf(holder: Holder, on: Delivered): Generator<Open> {
    const refDay = on.referentiel_personnes
    const known = holder.arrives !== null && holder.arrives <= refDay
    const own = known ? holderRule(holder, refDay) : null
    if (own) {
      const key = { id_personne: holder.id }
      const what = { fault: holder.fault as string, table: 'referentiel_personnes', key, rule: own }
      yield { name: holder.id, fault: what }
    }
    const waits = holderProblem(known, own)
    for (const contract of contractsOf(this.sizes, holder, on.contrats, this.random)) {
      yield* this.contract(contract, on.contrats, waits)
    }
  }

  private *contract(
    contract: Contract,
    day: number,
    waits: { rule: string; fault: string } | null,
  ): Generator<Open> {
    const { id, amount } = contract
    const own = contractRule(contract, day)
    const fault = contract.fault as string
    const at = { table: 'contrats', key: { id_contrat: id } }
    const money = moneyOf(contract, day)
    if (own === 'CONTRAT_MALFORMADO') {
      const note = 'the key is the one of the undamaged row'
      yield { name: `${id}#bytes`, fault: { fault, ...at, rule: own, note } }
    } else if (own === 'CONTRAT_CHAVE_AMBIGUA') {
      yield { name: id, fault: { fault, ...at, rule: own, ...money } }
      yield { name: `${id}#2`, fault: { fault, ...at, rule: own, ...money, amount: `1${amount}` } }
    } else if (own && BEFORE_HOLDER.has(own)) {
      yield { name: id, fault: { fault, ...at, rule: own } }
    } else if (waits) {
      yield { name: id, fault: { ...waits, ...at, ...money } }
    } else if (own) {
      yield { name: id, fault: { fault, ...at, rule: own, ...money } }
    }
  }
}

/** Amount and currency as the extract brings them; none where none can be read. */
function moneyOf(contract: Contract, day: number): { amount?: string; currency?: string } {
  const fault = wrongOn(contract, day) ? contract.fault : null
  const { amount, currency } = contract
  if (fault === 'missing_amount') return { currency }
  if (fault === 'wrong_currency') return { amount, currency: WRONG_CURRENCY }
  return { amount: fault === 'negative_amount' ? `-${amount}` : amount, currency }
}

function holderProblem(known: boolean, own: string | null) {
  if (!known) return { fault: 'late_holder', rule: 'R27_TITULAIRE_NON_RATTACHE' }
  if (own === 'PERSONNE_NOM_ABSENT') {
    return { fault: 'nameless_holder', rule: 'R27_TITULAIRE_NON_RATTACHE' }
  }
  return own ? { fault: 'holder_set_aside', rule: 'CONTRAT_TITULAIRE_EM_QUARENTENA' } : null
}
