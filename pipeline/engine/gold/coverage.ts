/** What each figure rests on, and what quarantine withholds from it, by group and rule. */

import type { Statements } from '@/lib/shared/db/connection'
import type { Dialect } from '@/pipeline/engine/compile/dialect'
import { goldRelations } from '@/pipeline/engine/compile/relations'
import type { Gold, GoldTable } from '@/pipeline/engine/define/gold'
import { createRelation } from '@/pipeline/engine/evaluate/temporary'
import { applyDifference, type Changes } from './difference'
import type { Counting } from './rows'

const PLACE = ['dominio', 'tabela', 'grupo', 'conjunto', 'moeda']

/**
 * Writes `gold.cobertura` and `gold.retencao` of a domain from the counts of its rows.
 * @param columns of a Gold table, with their types.
 */
export async function writeCoverage(
  db: Statements,
  dialect: Dialect,
  domain: string,
  gold: Gold,
  countings: readonly Counting[],
  columns: (table: string) => ReadonlyMap<string, string>,
): Promise<Record<string, Changes>> {
  const selects = gold.tables.flatMap((table) =>
    countings.flatMap((counting) => countedBy(table, counting)),
  )
  if (selects.length === 0) return {}
  const { coverage } = goldRelations(dialect)
  await createRelation(db, dialect, coverage, selects.join(' UNION ALL '))
  const { lit } = dialect
  const place = `SELECT ${lit(domain)} AS dominio, tabela, grupo, conjunto, moeda`
  const scope = { dominio: domain }
  return {
    cobertura: await applyDifference(db, dialect, {
      name: 'cobertura',
      key: PLACE,
      columns: columns('cobertura'),
      scope,
      select: `${place}, coalesce(sum(linhas) FILTER (WHERE regra IS NULL), 0) AS linhas,
          coalesce(sum(valor) FILTER (WHERE regra IS NULL), 0) AS valor,
          coalesce(sum(linhas) FILTER (WHERE regra IS NOT NULL), 0) AS linhas_retidas,
          coalesce(sum(valor) FILTER (WHERE regra IS NOT NULL), 0) AS valor_retido
        FROM ${coverage} GROUP BY tabela, grupo, conjunto, moeda`,
    }),
    retencao: await applyDifference(db, dialect, {
      name: 'retencao',
      key: [...PLACE, 'regra'],
      columns: columns('retencao'),
      scope,
      select: `${place}, regra, linhas AS linhas_retidas, valor AS valor_retido
        FROM ${coverage} WHERE regra IS NOT NULL`,
    }),
  }
}

/** The rows of each set that a table rests on, by its groups. */
function countedBy(table: GoldTable, counting: Counting): string[] {
  const { lit } = counting.plan.dialect
  const groups = table.groups.map((g) => counting.groupColumn(g))
  return counting.setsOf(table).map(
    (
      set,
    ) => `SELECT ${lit(table.name)}::text AS tabela, ARRAY[${groups.join(', ')}]::text[] AS grupo,
        ${lit(set.name)}::text AS conjunto, moeda, regra, sum(linhas) AS linhas,
        sum(${counting.amountColumn(set)}) AS valor
      FROM ${counting.counts} WHERE ${counting.memberColumn(set)}
      GROUP BY ${['moeda', 'regra', ...groups].join(', ')}`,
  )
}
