/**
 * What is an engine's own, in one object: everything that the compiled statements over Bronze, marks
 * and Silver cannot say in the same words on every engine. A second engine is a second object.
 *
 * Statements over `quality.*` are not part of it: triage lives in PostgreSQL, whatever engine holds
 * Silver. Of it they take quoting and the names of relations.
 */
import type { Disposition } from '@/lib/shared/quarantine/disposition'
import type { Column, Dataset } from '@/pipeline/engine/define/schema'

/** Quoting: the only place where text becomes part of a statement. */
export interface Quoting {
  /** An identifier. */
  id(name: string): string
  /** A literal: text quoted, numbers and booleans as they are, null as NULL. */
  lit(value: string | number | boolean | null | undefined): string
  /** The Bronze table of a source file. */
  bronzeTable(file: string): string
  /** The Silver table of a dataset. */
  silverTable(dataset: string): string
}

/**
 * From text to types. A cast that fails gives NULL, never an error: one bad value must not stop the
 * others. Nothing is rounded: what the type cannot hold exactly does not convert.
 */
export interface Casts {
  /** SQL of the typed value of a source column; NULL where it is empty or does not convert. */
  cast(column: Column, raw: string): string
  /** SQL that is true where the source column holds nothing to convert. */
  isEmpty(column: Column, raw: string): string
  /** SQL that is true where trimming changed a value. */
  isTrimmed(raw: string): string
  /** An expression as a value of a declared type. */
  typed(sql: string, type: string): string
}

/** Identity of rows. The same bytes on every engine, stored as `uuid` in PostgreSQL. */
export interface Hashes {
  /** Hash of typed key parts; where one is NULL, a hash that no key has, unless that is allowed. */
  keyHash(parts: readonly string[], nullable?: boolean): string
  /** Hash of the raw values and their source; NULL and '' differ. */
  contentHash(source: string, raws: readonly string[]): string
  /** Identity of a row whose key is incomplete. */
  contentKey(content: string): string
  /** Identity of a malformed record. */
  bytesKey(bytes: string): string
}

/** Lists in a row: the positions of its failing rules, its flags. */
export interface Lists {
  /** Positions of rules: each expression, without those that are NULL. */
  positions(expressions: readonly string[]): string
  /** Texts without those that are NULL; NULL when none is left. */
  texts(expressions: readonly string[]): string
  /** The first element. */
  first(list: string): string
  /** A list of positions, or NULL for none, with one more: in order. */
  addPosition(list: string, position: number): string
  /** Whether a list has an element. */
  contains(list: string, element: string): string
}

/** Temporary relations live until the transaction ends; see relations.ts. */
export interface Temporaries {
  /** The qualified name by which statements use it. */
  temporary(name: string): string
  /** Creates one from a query. */
  createTemporary(name: string, query: string): string
  /** Creates an empty one. @param columns name → type. */
  createEmptyTemporary(name: string, columns: Readonly<Record<string, string>>): string
  renameTemporary(from: string, to: string): string
  dropTemporaries(names: readonly string[]): string
  /** Tells the planner how many rows and which values a table has. @param columns quoted; all if none. */
  analyze(table: string, columns?: readonly string[]): string
}

/** Where a record lies in Bronze: the fastest way back to it within one transaction. */
export interface Places {
  /** The place of a row of the alias. */
  place(alias: string): string
  /** What a row has that did not come from Bronze. */
  noPlace: string
  /** Whether a Bronze row lies at a place. */
  atPlace(alias: string, place: string): string
}

/** Partitions of a Silver table; an engine that partitions by itself adds none. */
export interface Partitions {
  /** Query of the names of the partitions that exist. */
  partitions(dataset: Dataset): string
  /** Query of the sets of values that rows of `m` have, with the number of rows and one key. */
  wantedPartitions(dataset: Dataset, from: string): string
  partitionName(dataset: Dataset, values: readonly number[]): string
  /** The statements that add a partition. */
  addPartition(dataset: Dataset, values: readonly number[]): string[]
}

export interface Dialect extends Quoting, Casts, Hashes, Lists, Temporaries, Places, Partitions {
  readonly name: string
  /** Whether the whole of a text matches a POSIX pattern. */
  matches(text: string, pattern: string): string
  /** A statement: whether joins hash from here on, or are chosen as usual; ends with the transaction. */
  hashJoinsOnly(only: boolean): string
  /** Keeps a subquery apart, so that what it computes is computed once. */
  readonly fence: string
  /** A value of the type in which the mark keeps a disposition. */
  disposition(value: Disposition): string
}
