/**
 * The columns that every Bronze and every Silver table carries. A table pair of a dataset is made
 * of these and of its own columns.
 */
import {
  index,
  integer,
  jsonb,
  type PgColumn,
  type PgTextBuilderInitial,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { bronze } from './schemas'
import { at } from './types'

/** Bronze: which run brought the record, its number in the run, and where it stood. */
export const bronzeColumns = () => ({
  _run: integer('_run').notNull(),
  _n: integer('_n').notNull(),
  _linha: integer('_linha').notNull(),
  _arquivo_origem: text('_arquivo_origem').notNull(),
  _ingestao_em: at('_ingestao_em').notNull(),
  /** Columns that the file had and the declaration has not. */
  _extra: jsonb('_extra'),
})

/** Silver: identity, content hash, and the Bronze record that the row was made from. */
export const silverColumns = () => ({
  /** Hash of the business key (see pipeline/engine/compile/hash.ts). */
  _chave: uuid('_chave').primaryKey(),
  /** Hash of the raw values that the row was made from. */
  _conteudo: uuid('_conteudo').notNull(),
  _run: integer('_run').notNull(),
  _n: integer('_n').notNull(),
  /** Codes of the flags that the row carries; NULL when none. */
  _flags: text('_flags').array(),
})

/** Silver of a partitioned dataset: as above, with a primary key as `partitionedBy` gives it. */
export const partitionedColumns = () => ({ ...silverColumns(), _chave: uuid('_chave').notNull() })

/**
 * The primary key of a partitioned Silver table. PostgreSQL wants the partition columns in it; that
 * a key stands in one partition only is a post-condition of the dataset.
 */
export const partitionedBy = (key: PgColumn, ...by: PgColumn[]) =>
  primaryKey({ columns: [key, ...by] as [PgColumn, ...PgColumn[]] })

/** A Bronze table of text columns, named as in the extract, in lower case. */
export function bronzeTable<const N extends string, const C extends string>(
  name: N,
  columns: readonly C[],
) {
  const texts = Object.fromEntries(columns.map((c) => [c, text(c)])) as unknown as {
    [K in C]: PgTextBuilderInitial<K, [string, ...string[]]>
  }
  return bronze.table(name, { ...bronzeColumns(), ...texts }, (t) => [
    index(`${name}_run_idx`).using('brin', t._run, t._n),
  ])
}
