import type { Fault } from '@/pipeline/tools/generate/kit/truth-writer'
import type { Kind } from './kinds'
import { amountIn, keyIn, rulePrefix, type Source } from './tables'

/** A row that this row leans on. A parent of null is one that is never wrong and always there. */
export interface Ref {
  name: 'CLIENTE' | 'ORDEM' | 'FATURA'
  parent: Doc | null
}

/** A row with a life of its own: what SAP holds, what was delivered, where it must be now. */
export interface Doc {
  source: Source
  /** What SAP holds now, and what it holds once mended. */
  line: string
  good: string
  refs: Ref[]
  /** What is wrong with `line`. */
  label: Kind | null
  /** The other row of the same key, when the key is ambiguous. */
  twin: string
  /** SAP has the row (false: not yet, or no more). */
  exists: boolean
  /** The last delivery that brought it. */
  delivered: number
  /** Damage done to the next delivered record only; identical repetition, or an open twin. */
  damage: Kind | null
  repeat: string
  state: 'absent' | 'silver' | 'open'
  rule: string
  /** The stay in quarantine that is not over: one for each row of an ambiguous key. */
  stays: Fault[]
}

export function docOf(source: Source, text: string, refs: Ref[] = []): Doc {
  // A string put together from pieces holds on to all of them; one that stays must not.
  const line = Buffer.from(text).toString()
  return {
    source,
    line,
    good: line,
    refs,
    label: null,
    twin: '',
    exists: line !== '',
    delivered: 0,
    damage: null,
    repeat: '',
    state: 'absent',
    rule: '',
    stays: [],
  }
}

/** The first rule that the delivered version of a row fails, from what was done to it. */
function judge(doc: Doc): { rule: string; because: Doc | null } | null {
  const { label } = doc
  const prefix = rulePrefix(doc.source)
  if (label?.step === 'early') return { rule: `${prefix}_${label.rule}`, because: null }
  for (const { name, parent } of doc.refs) {
    const missing = label?.step === 'reference' && label.rule === name
    if (missing || parent?.state === 'absent') {
      return { rule: `${prefix}_${name}_INEXISTENTE`, because: missing ? null : parent }
    }
    if (parent?.state === 'open')
      return { rule: `${prefix}_${name}_EM_QUARENTENA`, because: parent }
  }
  return label?.step === 'late' ? { rule: `${prefix}_${label.rule}`, because: null } : null
}

function nameOf(doc: Doc): string {
  return `${doc.source} ${Object.values(keyIn(doc.source, doc.line)).join('/')}`
}

/** The ground truth of one row that is set aside; bytes that are no record have no amount. */
export function stayOf(
  delivery: number,
  source: Source,
  line: string,
  rule: string,
  fault: string,
  note?: string,
): Fault {
  const amount = rule.endsWith('_MALFORMADO') ? undefined : amountIn(source, line)
  return {
    delivery,
    fault,
    table: source,
    key: keyIn(source, line),
    rule,
    ...(amount === undefined ? {} : { amount, currency: 'BRL' }),
    fixed_in: null,
    ...(note === undefined ? {} : { note }),
  }
}

/**
 * Moves a row to where it must be after a delivery; parents must have been settled before. Ends
 * of stays go to `ended`. The rules of waiting rows are those of the design: a row that is not
 * delivered again stays open, under the first rule that it still fails.
 */
export function settle(doc: Doc, delivery: number, full: boolean, ended: (f: Fault) => void): void {
  const brought = doc.delivered === delivery
  if (!brought && doc.state === 'absent') return
  if (!brought && full) {
    doc.state = 'absent'
    close(doc, delivery, ended)
    return
  }
  const verdict = judge(doc)
  if (verdict === null) {
    // Not delivered again, nothing fails any more: ready, and open until somebody replays it.
    if (!brought && doc.state === 'open') return
    doc.state = 'silver'
    close(doc, delivery, ended)
    return
  }
  const rows = doc.twin === '' ? [doc.line] : [doc.line, doc.twin]
  const same =
    doc.state === 'open' &&
    doc.rule === verdict.rule &&
    doc.stays.length === rows.length &&
    doc.stays.every((stay, i) => stay.amount === amountIn(doc.source, rows[i] as string))
  if (same) return
  close(doc, delivery, ended)
  doc.state = 'open'
  doc.rule = verdict.rule
  const fault = verdict.because ? 'consequence' : (doc.label?.fault ?? 'consequence')
  const note = verdict.because ? `leans on ${nameOf(verdict.because)}` : undefined
  doc.stays = rows.map((line) => stayOf(delivery, doc.source, line, verdict.rule, fault, note))
}

function close(doc: Doc, delivery: number, ended: (f: Fault) => void): void {
  for (const stay of doc.stays) ended({ ...stay, fixed_in: delivery })
  doc.stays = []
  doc.rule = ''
}
