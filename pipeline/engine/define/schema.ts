/**
 * The shape of a declaration. A dataset is one small typed file: what comes in, what it becomes,
 * and which rules a row must pass. Everything else (SQL, checks, views) is compiled from here.
 * SQL fragments name columns in braces, so that an unknown one is found when the file is loaded.
 */
import { z } from 'zod'
import { Dialect, sourceColumn } from './dialect'
import type { Gold } from './gold'
import { HandOver } from './hand-over'
import { Localized, name } from './words'

const sourceFile = z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'letters, digits and _ only')
const code = z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'upper-case letters, digits and _ only')

/** `numeric(p,s)` rejects what it cannot hold exactly; it never rounds. */
export const ColumnType = z.union([
  z.enum(['text', 'integer', 'date', 'boolean']),
  z.string().regex(/^numeric\(\d{1,3},\d{1,2}\)$/, 'numeric(precision,scale)'),
])

/**
 * How the text of a source column reads.
 * plain: 1234.56, -1234.56, ISO dates · sap: trailing minus, YYYYMMDD, 00000000 is empty ·
 * pt-BR: `R$ 1.234,56`, dates DD/MM/YYYY.
 */
const Format = z.enum(['plain', 'sap', 'pt-BR'])

export const Column = z
  .strictObject({
    /** Source column; absent for derived and enriched columns. */
    from: sourceColumn.optional(),
    type: ColumnType,
    format: Format.default('plain'),
    /** Cut surrounding spaces; a row where that changed something is flagged `<column>_aparado`. */
    trim: z.boolean().default(false),
    /** Applied after the cast, over columns in braces, itself included (a sign, say). */
    then: z.string().optional(),
    /** Derived: an SQL expression over the final values of other columns in braces. */
    sql: z.string().optional(),
    /** Constant per source file: file → text. */
    perSource: z.record(z.string(), z.string()).optional(),
    /** Used by expressions and rules, not written to Silver. */
    hidden: z.boolean().default(false),
  })
  .refine((c) => [c.from, c.sql, c.perSource].filter((x) => x !== undefined).length <= 1, {
    message: 'at most one of from, sql, perSource',
  })
export type Column = z.infer<typeof Column>

/** What people read about a rule, and where they mend it. */
export const RuleText = z.strictObject({
  means: Localized,
  mend: Localized,
  /** SAP field that is wrong or missing (or the source's own name elsewhere). */
  field: z.string().optional(),
  /** Transaction in which it is mended. */
  transaction: z.string().optional(),
})
export type RuleText = z.infer<typeof RuleText>

const ruleBase = {
  code,
  /** The rule is judged only where this holds (SQL over columns in braces). */
  when: z.string().optional(),
  text: RuleText,
  owner: z.string().optional(),
  severity: z.enum(['warning', 'critical']).default('critical'),
  warnDays: z.number().int().positive().default(7),
  criticalDays: z.number().int().positive().default(21),
  replay: z.enum(['nightly', 'after_run', 'manual']).default('nightly'),
}

const Required = z.strictObject({ ...ruleBase, kind: z.literal('required'), column: name })
/** A NULL passes unless the rule says required. */
const Range = z.strictObject({
  ...ruleBase,
  kind: z.literal('range'),
  column: name,
  required: z.boolean().default(false),
  gt: z.number().optional(),
  gte: z.number().optional(),
  lt: z.number().optional(),
  lte: z.number().optional(),
})
const Allowed = z.strictObject({
  ...ruleBase,
  kind: z.literal('allowed'),
  column: name,
  values: z.array(z.string()).min(1),
  required: z.boolean().default(false),
})
/** A named format (email, cnpj) or a POSIX regular expression that must match the whole value. */
const FormatRule = z.strictObject({
  ...ruleBase,
  kind: z.literal('format'),
  column: name,
  format: z.union([z.enum(['email', 'cnpj']), z.strictObject({ pattern: z.string() })]),
  required: z.boolean().default(false),
})
/** Every delivered row whose values occur in another row fails; NULLs are distinct. */
export const Unique = z.strictObject({
  ...ruleBase,
  kind: z.literal('unique'),
  columns: z.array(name).min(1),
})
/** The parent must be in Silver. `code`: it does not exist; `quarantined`: it is set aside itself. */
export const Reference = z.strictObject({
  ...ruleBase,
  kind: z.literal('reference'),
  /** Name of the reference, used by `via`. */
  name,
  to: name,
  /** Parent key column → own column, for every key column of the parent. */
  columns: z.record(name, name),
  /** A row that names no parent passes. */
  optional: z.boolean().default(false),
  quarantined: z
    .strictObject({
      code,
      text: RuleText,
      /** A parent that one of these rules set aside counts as one that does not exist. */
      exceptFor: z.array(code).default([]),
    })
    .optional(),
})
/** Passes where the expression is true; NULL fails. */
const SqlRule = z.strictObject({ ...ruleBase, kind: z.literal('sql'), sql: z.string() })

export const Rule = z.discriminatedUnion('kind', [
  Required,
  Range,
  Allowed,
  FormatRule,
  Unique,
  Reference,
  SqlRule,
])
export type Rule = z.infer<typeof Rule>
export type Reference = z.infer<typeof Reference>
export type Unique = z.infer<typeof Unique>

/** A column of the row itself, or one of the parent that a reference finds. */
const OwnOrVia = z.union([name, z.strictObject({ via: name, column: name })])
export type OwnOrVia = z.infer<typeof OwnOrVia>

export const Source = z.strictObject({
  /** Files `<file>.csv` or `<file>_<n>.csv`; the Bronze table is its name in lower case. */
  file: sourceFile,
  /** Every column of the extract, as named there. */
  columns: z.array(sourceColumn).min(1),
  /** Those of them that an extract may lack; their values are then missing. */
  optional: z.array(sourceColumn).default([]),
  ...Dialect.shape,
})
export type Source = z.infer<typeof Source>

/**
 * A query over what was written that looks for rows that should not be there: `sql` says it whole,
 * `where` for a single row of the dataset's Silver table; those of one dataset share one scan.
 */
export const PostCondition = z
  .strictObject({
    code,
    text: Localized,
    /**
     * SELECT of the rows that should not be there, with a column `key` that names each. Rows of the
     * dataset go by the parts of their key with ' / ' between them, as everywhere, so that `prove`
     * can tell which of them are caught.
     */
    sql: z.string().optional(),
    /** True for a Silver row that should not be there, over its columns in braces. */
    where: z.string().optional(),
    /** full: judged only when the delivery is full (completeness). */
    when: z.enum(['always', 'full']).default('always'),
  })
  .refine((c) => (c.sql === undefined) !== (c.where === undefined), {
    message: 'either sql or where',
  })
export type PostCondition = z.infer<typeof PostCondition>

/** Said of a row that stays in Silver: worth knowing, no reason to set it aside. */
const Flag = z.strictObject({
  code: name,
  /** The row carries the flag where this holds (SQL over columns in braces). */
  when: z.string(),
  text: Localized,
  /** Who looks after it; the dataset's owner unless given. */
  owner: z.string().optional(),
})

/** One sort term, SQL over columns in braces; NULLs come last either way. */
export const Order = z.strictObject({ by: z.string(), desc: z.boolean().default(false) })
export type Order = z.infer<typeof Order>

export const Dataset = z.strictObject({
  /** Name of the Silver table. */
  name,
  title: Localized,
  /** Prefix of the rule codes that the engine adds. */
  prefix: code,
  /** Who mends rows of this dataset. */
  owner: z.string(),
  sources: z.array(Source).min(1),
  columns: z.record(name, Column),
  key: z.array(name).min(1),
  /** A key part may be missing: NULL is a value like any other, and equals itself. */
  nullableKey: z.boolean().default(false),
  /** Which of several images of a key wins: first in order, then the later line. Without it they
   *  are ambiguous. */
  order: z.array(Order).default([]),
  /** Of several images of a key the one that arrived last wins: without an `order`, the later line. */
  lastWins: z.boolean().default(false),
  /** Silver is a partitioned table, by ranges of one value of these integer columns. */
  partition: z.strictObject({ by: z.array(name).min(1) }).optional(),
  /** Rows with equal values here are one: the first in order (then by line) wins. NULLs differ. */
  dedupe: z
    .strictObject({ on: z.array(name).min(1), order: z.array(Order).default([]) })
    .optional(),
  flags: z.array(Flag).default([]),
  /** Columns filled from another dataset once both are judged; never rejects. */
  enrichments: z
    .array(
      z.strictObject({
        from: name,
        /** Key column of the other dataset → own column, or a constant. */
        on: z.record(name, z.union([name, z.strictObject({ value: z.string() })])),
        /** Own column → column of the other dataset. */
        columns: z.record(name, name),
      }),
    )
    .default([]),
  rules: z.array(Rule).default([]),
  money: z.strictObject({ amount: name, currency: OwnOrVia }).optional(),
  concerns: z
    .strictObject({ customer: OwnOrVia.optional(), invoice: OwnOrVia.optional() })
    .default({}),
  /** A delivery with fewer records is refused. */
  minRows: z.number().int().nonnegative().default(0),
  postConditions: z.array(PostCondition).default([]),
})
/** A dataset as declared: defaults filled in, `file` says where. */
export type Dataset = z.infer<typeof Dataset> & { file: string }
export type DatasetInput = z.input<typeof Dataset>

export const Domain = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: Localized,
  /** Each file of a full delivery is a snapshot of its own dataset; files may be absent. */
  independent: z.boolean().default(false),
  /** A committed run is missed when none came for so long. */
  expectEveryHours: z.number().int().positive().default(36),
  declaration: HandOver.optional(),
})
/** A domain: its datasets, parents before children, and the figures made of them. */
export type Domain = z.infer<typeof Domain> & {
  file: string
  datasets: Dataset[]
  gold?: Gold
  /** Of a folder in LAZARET_DOMAINS: its tables are made from the declaration. */
  own?: boolean
}
export type DomainInput = z.input<typeof Domain> & { datasets: Dataset[]; gold?: Gold }
