/** What Gold rests on and what quarantine withholds from it; and when Gold was last computed. */
import {
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { gold, quality } from './schemas'
import { at, rowId } from './types'

const money = (name: string) => numeric(name, { precision: 24, scale: 2 }).notNull()

const place = () => ({
  dominio: text('dominio').notNull(),
  tabela: text('tabela').notNull(),
  /** Values of the table's group columns, in order; NULL: cannot be assigned. {} for the whole. */
  grupo: text('grupo').array().notNull(),
  /** Set of Silver rows that figures rest on, as declared. */
  conjunto: text('conjunto').notNull(),
  /** '' where none is known. */
  moeda: text('moeda').notNull(),
})

/** Rows and money that are in a group of a Gold table, and those that should be but wait. */
export const cobertura = gold.table(
  'cobertura',
  {
    ...place(),
    linhas: integer('linhas').notNull(),
    valor: money('valor'),
    linhas_retidas: integer('linhas_retidas').notNull(),
    valor_retido: money('valor_retido'),
  },
  (t) => [primaryKey({ columns: [t.dominio, t.tabela, t.grupo, t.conjunto, t.moeda] })],
)

/** The withheld ones by the rule that holds them. */
export const retencao = gold.table(
  'retencao',
  {
    ...place(),
    regra: text('regra').notNull(),
    linhas_retidas: integer('linhas_retidas').notNull(),
    valor_retido: money('valor_retido'),
  },
  (t) => [primaryKey({ columns: [t.dominio, t.tabela, t.grupo, t.conjunto, t.moeda, t.regra] })],
)

/** The withheld rows one by one, so that people find the rows behind a figure of the coverage. */
export const retida = gold.table('retida', {
  quarantine_id: rowId('quarantine_id').primaryKey(),
  dominio: text('dominio').notNull(),
  /** Row sets that it would belong to. */
  conjuntos: text('conjuntos').array().notNull(),
  /** Gold table → values of its group columns, in order; NULL: cannot be assigned. */
  grupos: jsonb('grupos').notNull(),
})

/** Each computation of a domain's Gold, in the transaction that wrote Silver; the last one stands. */
export const goldRefresh = quality.table(
  'gold_refresh',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    domain: text('domain').notNull(),
    key_date: date('key_date').notNull(),
    run_id: integer('run_id'),
    replay_id: integer('replay_id'),
    computed_at: at('computed_at').notNull(),
    seconds: doublePrecision('seconds').notNull(),
    /** Gold table → rows that were written, changed or removed. */
    changes: jsonb('changes').notNull(),
  },
  (t) => [index('gold_refresh_domain_idx').on(t.domain, t.id)],
)

/** Gold tables as declared: what the screens need to show them without knowing the domain. */
export const goldTable = quality.table('gold_table', {
  name: text('name').primaryKey(),
  domain: text('domain').notNull(),
  position: integer('position').notNull(),
  title: jsonb('title').notNull(),
  /**
   * detail: rows of the business; figures: few rows, shown whole; paged: many rows; customers: many
   * rows, one per customer.
   */
  role: text('role', { enum: ['detail', 'figures', 'paged', 'customers'] }).notNull(),
  /** Key column that holds the currency of the money beside it; NULL where there is none. */
  currency: text('currency'),
  /** [{column, title, values?, order}] */
  groups: jsonb('groups').notNull(),
  /** [{column, title, formula, kind, rests}] */
  figures: jsonb('figures').notNull(),
  /** Role customers: {dataset, code, name}, where Silver has the name of a customer. */
  customers: jsonb('customers'),
})

/** Sets of Silver rows that figures rest on, as declared. */
export const goldRows = quality.table(
  'gold_rows',
  {
    domain: text('domain').notNull(),
    name: text('name').notNull(),
    dataset: text('dataset').notNull(),
    title: jsonb('title').notNull(),
  },
  (t) => [primaryKey({ columns: [t.domain, t.name] })],
)
