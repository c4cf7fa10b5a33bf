/** Every rule of a dataset in the order in which it is judged, the engine's own ones first. */
import { createHash } from 'node:crypto'
import type { Dataset, Rule, RuleText } from './schema'
import { ambiguousText, castText, incompleteText, malformedText } from './texts'

/** One rule code, with what people need to know about it. */
export interface RuleEntry {
  code: string
  /** 1-based order of judgement; the first failing one is the row's rule. */
  position: number
  kind:
    | Rule['kind']
    | 'malformed'
    | 'ambiguous'
    | 'incomplete_key'
    | 'cast'
    | 'reference_quarantined'
  text: RuleText
  owner: string
  severity: 'warning' | 'critical'
  warnDays: number
  criticalDays: number
  replay: 'nightly' | 'after_run' | 'manual'
  /** The declared rule, or the column of a cast. */
  rule?: Rule
  column?: string
  fingerprint: string
}

type Draft = Pick<RuleEntry, 'code' | 'kind' | 'text'> & Partial<RuleEntry>

/** Position of the malformed rule, the same in every dataset. */
export const MALFORMED_POSITION = 1
/** Position of the ambiguous-key rule, the same in every dataset. */
export const AMBIGUOUS_POSITION = 2

/** Columns whose text must convert. */
export const castColumns = (dataset: Dataset): string[] =>
  Object.entries(dataset.columns)
    .filter(([, c]) => c.from !== undefined && c.type !== 'text')
    .map(([name]) => name)

/** The rules that the engine adds to every dataset. */
export function implicitRules(dataset: Dataset): Draft[] {
  const p = dataset.prefix
  const casts = castColumns(dataset).map(
    (column): Draft => ({
      code: `${p}_${column.toUpperCase()}_NAO_CONVERTIVEL`,
      kind: 'cast',
      column,
      text: castText(column, dataset.columns[column]?.from ?? column),
    }),
  )
  return [
    { code: `${p}_MALFORMADO`, kind: 'malformed', text: malformedText() },
    { code: `${p}_CHAVE_AMBIGUA`, kind: 'ambiguous', text: ambiguousText(dataset.key) },
    ...(dataset.nullableKey
      ? []
      : [
          {
            code: `${p}_CHAVE_INCOMPLETA`,
            kind: 'incomplete_key' as const,
            text: incompleteText(dataset.key),
          },
        ]),
    ...casts,
  ]
}

/** All rules of a dataset in order of judgement. */
export function rulesOf(dataset: Dataset): RuleEntry[] {
  const declared = dataset.rules.flatMap((rule): Draft[] => {
    const entry: Draft = { ...rule, owner: rule.owner ?? dataset.owner, rule }
    if (rule.kind !== 'reference' || !rule.quarantined) return [entry]
    return [entry, { ...entry, ...rule.quarantined, kind: 'reference_quarantined' }]
  })
  return [...implicitRules(dataset), ...declared].map((draft, i) => ({
    owner: dataset.owner,
    severity: 'critical',
    warnDays: 7,
    criticalDays: 21,
    replay: 'nightly',
    ...draft,
    position: i + 1,
    fingerprint: hash([draft.kind, draft.column, judged(draft.rule)]),
  }))
}

/** What a dataset's judgement depends on; another value means that everything is judged again. */
export function fingerprintOf(dataset: Dataset): string {
  const { sources, columns, key, nullableKey, order, dedupe, flags, rules, money, concerns } =
    dataset
  const { lastWins, partition } = dataset
  const files = sources.map((s) => [s.file, s.columns])
  const judges = rulesOf(dataset).map((r) => [r.code, r.fingerprint])
  const codes = rules.map((rule) => rule.code)
  const marks = flags.map((f) => [f.code, f.when])
  return hash([
    files,
    columns,
    key,
    nullableKey,
    order,
    dedupe,
    marks,
    codes,
    judges,
    money,
    concerns,
    ...(lastWins || partition ? [lastWins, partition] : []),
  ])
}

/** A rule without what people read about it: texts and thresholds judge nothing. */
function judged(rule: Rule | undefined): unknown {
  if (!rule) return null
  const {
    text: _t,
    owner: _o,
    severity: _s,
    warnDays: _w,
    criticalDays: _c,
    replay: _r,
    ...rest
  } = rule
  if (rest.kind !== 'reference' || !rest.quarantined) return rest
  const { code, exceptFor } = rest.quarantined
  return { ...rest, quarantined: exceptFor.length > 0 ? [code, exceptFor] : code }
}

const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
