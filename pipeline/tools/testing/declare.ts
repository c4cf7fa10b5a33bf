/** Short declarations for tests: what a test does not care about is filled in. */

import type { z } from 'zod'
import { defineDataset, defineDomain } from '@/pipeline/engine/define/define'
import type {
  ColumnType,
  Dataset,
  DatasetInput,
  Domain,
  Rule,
} from '@/pipeline/engine/define/schema'

type Type = z.infer<typeof ColumnType>
type ColumnInput = DatasetInput['columns'][string]
type RuleInput = NonNullable<DatasetInput['rules']>[number]
type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never

/** A rule whose texts may be left out, those of its quarantined half too. */
export type ShortRule =
  | Without<Exclude<RuleInput, { kind: 'reference' }>, 'text'>
  | (Omit<Extract<RuleInput, { kind: 'reference' }>, 'text' | 'quarantined'> & {
      quarantined?: string
    })

/** A dataset for a test. */
export interface ShortDataset
  extends Partial<
    Omit<DatasetInput, 'name' | 'columns' | 'rules' | 'flags' | 'sources' | 'postConditions'>
  > {
  name: string
  /** Silver column → its type, or its declaration. Without an origin it is read from the source
   *  column of the same name, unless a flag or an enrichment fills it. */
  columns: Record<string, Type | ColumnInput>
  rules?: ShortRule[]
  /** Flag → condition. */
  flags?: Record<string, string>
  /** Post-condition → query, or the condition on one row. */
  postConditions?: Record<string, string | { where: string }>
  /** Default: one file, the dataset's name in upper case, with every column read from it. */
  sources?: Partial<DatasetInput['sources'][number]>[]
}

const said = (text: string) => ({ en: text, 'pt-BR': text, fr: text })
const ruleText = (code: string) => ({ means: said(code), mend: said(code) })

/** The whole declaration of a short one. */
export function dataset(short: ShortDataset): Dataset {
  const {
    name,
    columns,
    rules = [],
    flags = {},
    sources = [{}],
    postConditions = {},
    ...rest
  } = short
  const filled = new Set([
    ...Object.keys(flags),
    ...(rest.enrichments ?? []).flatMap((e) => Object.keys(e.columns)),
  ])
  const full = Object.fromEntries(
    Object.entries(columns).map(([column, given]): [string, ColumnInput] => {
      const declared = typeof given === 'string' ? { type: given } : given
      const origin = filled.has(column) || declared.from || declared.sql || declared.perSource
      return [column, origin ? declared : { from: column, ...declared }]
    }),
  )
  const read = [...new Set(Object.values(full).flatMap((c) => (c.from ? [c.from] : [])))]
  return defineDataset(`testing/${name}.ts`, {
    title: said(name),
    prefix: name.toUpperCase(),
    owner: 'Testes',
    key: Object.keys(columns).slice(0, 1),
    ...rest,
    name,
    columns: full,
    sources: sources.map((s) => ({ file: name.toUpperCase(), columns: read, ...s })),
    rules: rules.map(longRule),
    flags: Object.entries(flags).map(([code, when]) => ({ code, when, text: said(code) })),
    postConditions: Object.entries(postConditions).map(([code, looks]) => ({
      code,
      text: said(code),
      ...(typeof looks === 'string' ? { sql: looks } : looks),
    })),
  })
}

function longRule(rule: ShortRule): RuleInput {
  const text = ruleText(rule.code)
  if (rule.kind !== 'reference') return { ...rule, text } as Rule
  const { quarantined, ...rest } = rule
  return quarantined
    ? { ...rest, text, quarantined: { code: quarantined, text: ruleText(quarantined) } }
    : { ...rest, text }
}

/** A domain of short declarations. */
export function domain(
  datasets: readonly ShortDataset[],
  options: { name?: string; independent?: boolean } = {},
): Domain {
  return defineDomain('testing/index.ts', {
    name: options.name ?? 'adhoc',
    title: said('adhoc'),
    independent: options.independent,
    datasets: datasets.map(dataset),
  })
}
