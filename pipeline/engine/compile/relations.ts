/**
 * The temporary relations of an evaluation: each with its name, what it holds and its columns. This
 * is the one place that knows them; statements get them from the plan or as an argument. They live
 * until the transaction ends.
 */
import type { Dialect } from './dialect'

export interface Relation {
  /** Name without a schema. */
  readonly name: string
  /** What it holds: the heading of the statement that creates it. */
  readonly holds: string
  /** Column → what it says. Columns of the dataset itself are not listed. */
  readonly columns: Readonly<Record<string, string>>
  /** The name by which statements use it. */
  toString(): string
}

function relation(
  dialect: Dialect,
  name: string,
  holds: string,
  columns: Readonly<Record<string, string>>,
): Relation {
  const sql = dialect.temporary(name)
  return { name, holds, columns, toString: () => sql }
}

/** A statement under a heading. It travels with the statement, so that logs and errors show it too. */
export const titled = (heading: string, sql: string): string => `-- ${heading}\n${sql}`

/** The statement that creates a relation from a query. */
export const creationSql = (dialect: Dialect, target: Relation, query: string): string =>
  titled(`${target.name}: ${target.holds}`, dialect.createTemporary(target.name, query))

/** The statement that creates an empty relation. @param types of its columns. */
export const emptyCreationSql = (
  dialect: Dialect,
  target: Relation,
  types: Readonly<Record<string, string>>,
): string =>
  titled(`${target.name}: ${target.holds}`, dialect.createEmptyTemporary(target.name, types))

/** A row of Bronze: its delivery and its number there. */
const RECORD = { _run: 'run of the delivery', _n: 'number of the record in its delivery' }
const HASHES = {
  key_hash: 'identity of the row; the same in Silver, quarantine and Gold',
  content_hash: 'hash of the raw values',
}

/** Columns of evaluated records; beside them those of the dataset, and per reference two. */
const MARKED = {
  ...HASHES,
  ...RECORD,
  _disposition: 'silver, quarantine or duplicate',
  _at: 'place of the record in Bronze; NULL for a replayed or malformed one',
  _fails: 'positions of the failing rules in order; NULL when none',
  _src: 'source file as declared',
  _flags: 'codes of the flags; NULL when none',
  _winner_run: 'of a duplicate: run of the row that stands',
  _winner_n: 'of a duplicate: number of the row that stands',
  _why: 'of a duplicate: identical, order or unique',
}

const CAUSES = {
  id: 'quarantined row',
  rule: 'its first failing rule',
  value: 'missing or offending value',
  parent: 'dataset of the missing parent',
  parent_key: 'key hash of the missing parent',
  cause_id: 'the cause; added when it is known',
}

/** The relations of one dataset in the running transaction. */
export type DatasetRelations = ReturnType<typeof relationsOf>

export function relationsOf(dialect: Dialect, dataset: string) {
  const own = (kind: string, holds: string, columns: Readonly<Record<string, string>>) =>
    relation(dialect, `${kind}_${dataset}`, holds, columns)
  return {
    marked: own('marked', 'every evaluated record with its failing rules', MARKED),
    delivered: own(
      'delivered',
      'the marked records of the running delivery, kept for checks',
      MARKED,
    ),
    rejected: own('rejected', 'the marked records that do not go to Silver', MARKED),
    removed: removedKeys(dialect, dataset),
    repeated: own('repeated', 'keys that several marked records have', {
      key_hash: HASHES.key_hash,
    }),
    matched: own('matched', 'each failing record with the quarantined row that it is or becomes', {
      id: 'quarantined row, new or known',
      fresh: 'it is new',
      changed: 'it is known, and something about it changes',
      occurrence: 'place among the live rows of the key',
      ...RECORD,
      _at: MARKED._at,
      _src: MARKED._src,
      ...HASHES,
      rule: 'first failing rule',
      other_rules: 'the other failing rules, in order',
      amount: 'money of the row',
      currency: 'its currency',
      customer: 'customer that it concerns',
      invoice: 'invoice that it concerns',
      key_text: 'key as people read it',
      unmet: 'number of references that are not met',
      was_statut: 'status before',
      was_rule: 'rule before',
      was_content: 'content hash before',
      was_amount: 'amount before',
      was_currency: 'currency before',
      cause_id: 'cause of the first failing rule',
      root_cause_id: 'cause at the top of the chain of waiting parents',
    }),
    causes: own('causes', 'rule and offending value of rows whose cause is looked up', CAUSES),
    differing: own('differing', 'valid records that Silver does not have as they are', {
      ...MARKED,
      _fresh: 'Silver does not have the key',
    }),
    released: own('released', 'live rows that leave quarantine', {
      id: 'quarantined row',
      reason: 'why it leaves',
      statut: 'status before',
      rule: 'rule before',
      currency: 'currency before',
      amount: 'amount before',
    }),
    affected: own('affected', 'waiting rows whose references changed state', {
      id: 'quarantined row',
    }),
    reevaluated: own('reevaluated', 'affected rows with the rules that they fail now', {
      id: 'quarantined row',
      statut: 'status before',
      was_rule: 'rule before',
      amount: 'money of the row',
      was_currency: 'currency before',
      codes: 'failing rules in order; NULL when none',
      unmet: 'number of references that are not met',
      ready: 'a replay would settle it',
      cause_id: 'cause of the first failing rule',
      currency: 'currency now',
      customer: 'customer now',
      invoice: 'invoice now',
    }),
  }
}

/** Keys that left Silver in this transaction, for the children that refer to them. */
export const removedKeys = (dialect: Dialect, dataset: string): Relation =>
  relation(dialect, `removed_${dataset}`, 'keys that left Silver in this transaction', {
    key_hash: HASHES.key_hash,
  })

/** The relations of one chunk of a replay. */
export const replayRelations = (dialect: Dialect) => ({
  chunk: relation(dialect, 'chunk', 'the requested rows of this chunk', {
    id: 'quarantined row',
    key_hash: HASHES.key_hash,
    open: 'its status is A_TRAITER, so it is evaluated',
    why: 'why it is skipped: closed or superseded; NULL when open',
  }),
  evaluated: relation(dialect, 'evaluated', 'all live rows of the keys of the chunk', {
    id: 'quarantined row',
    key_hash: HASHES.key_hash,
    repeats: 'it failed because of other rows',
  }),
  touched: relation(dialect, 'touched', 'rows that changed, for the rows that wait for them', {
    dataset: 'dataset of the row',
    key_hash: HASHES.key_hash,
  }),
})
export type ReplayRelations = ReturnType<typeof replayRelations>

/** The relations of a trial with one rule switched off. */
export const proofRelations = (dialect: Dialect) => ({
  held: relation(dialect, 'held', 'the rows that the rule holds back', {
    ...HASHES,
    key: 'key as people read it',
  }),
  admitted: relation(dialect, 'admitted', 'held rows that are in Silver without the rule', {
    key: 'key as people read it',
  }),
})

/** The relations of a refresh of Gold. */
export const goldRelations = (dialect: Dialect) => ({
  coverage: relation(dialect, 'gold_coverage', 'rows and money of each figure, by group and rule', {
    tabela: 'Gold table',
    grupo: 'values of its groups',
    conjunto: 'row set',
    moeda: 'currency',
    regra: 'rule; NULL for rows in Silver',
    linhas: 'number of rows',
    valor: 'money',
  }),
  differing: relation(dialect, 'gold_differing', 'rows of a Gold table that come, change or go', {
    _fresh: 'the table does not have it yet',
    _gone: 'it no longer comes',
  }),
  /** Further columns: a group g<n>, a membership b<n>, an amount a<n>. */
  counts: (dataset: string) =>
    relation(dialect, `gold_rows_${dataset}`, 'rows that figures rest on, counted by group', {
      regra: 'rule; NULL for rows in Silver',
      moeda: 'currency',
      linhas: 'number of rows',
    }),
  waiting: (dataset: string) =>
    relation(dialect, `gold_waiting_${dataset}`, 'live rows with their typed values', {
      _id: 'quarantined row',
      _rule: 'first failing rule',
      _currency: "currency; '' when unknown",
      _amount: 'money',
    }),
  step: (name: string) =>
    relation(dialect, `passo_${name}`, 'an intermediate result that Gold declares', {}),
})
