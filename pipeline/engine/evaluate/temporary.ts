/** Making and dropping the temporary relations of an evaluation. */
import type { Statements } from '@/lib/shared/db/connection'
import type { Dialect } from '@/pipeline/engine/compile/dialect'
import {
  creationSql,
  emptyCreationSql,
  type Relation,
  titled,
} from '@/pipeline/engine/compile/relations'

/** Creates a relation from a query. @returns number of its rows. */
export const createRelation = (
  db: Statements,
  dialect: Dialect,
  target: Relation,
  query: string,
): Promise<number> => db.exec(creationSql(dialect, target, query))

/** Creates an empty relation. @param types of its columns. */
export async function createEmpty(
  db: Statements,
  dialect: Dialect,
  target: Relation,
  types: Readonly<Record<string, string>>,
): Promise<void> {
  await db.exec(emptyCreationSql(dialect, target, types))
}

/** Drops relations, those that do not exist included. */
export async function dropRelations(
  db: Statements,
  dialect: Dialect,
  ...targets: readonly Relation[]
): Promise<void> {
  const names = targets.map(({ name }) => name)
  await db.exec(titled(`Drop ${names.join(', ')}`, dialect.dropTemporaries(names)))
}

/** Tells the planner what a relation holds. @param columns all of them if none is named. */
export async function analyzeRelation(
  db: Statements,
  dialect: Dialect,
  target: Relation,
  columns: readonly string[] = [],
): Promise<void> {
  await db.exec(titled(`Statistics of ${target.name}`, dialect.analyze(`${target}`, columns)))
}
