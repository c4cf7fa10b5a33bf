/**
 * Which columns of a statement can be NULL, derived from PostgreSQL's own tree of it: every column
 * that cannot be proved to hold a value counts as nullable. Needs PostgreSQL 16, whose trees say
 * which outer joins may empty a column (`varnullingrels`).
 */
import type { Node, Value } from './nodes.testing'

/** What the catalogues say. */
export interface Catalog {
  /** `table.column` by numbers → declared NOT NULL. */
  notNull: ReadonlySet<string>
  functions: ReadonlyMap<string, { name: string; strict: boolean; own: boolean }>
}

/** Strict functions of PostgreSQL that give NULL for values all the same. */
const MAY_BE_NULL =
  /^(jsonb?_(object_field|array_element|extract_path)(_text)?|array_(position|length|upper|lower|ndims)|substring|regexp_match|regexp_substr|to_reg\w+|nullif|lag|lead|current_setting|jsonb_path_query_first|pg_get_\w+|unnest)$/
/** Functions that are not strict and never give NULL. */
const NEVER_NULL = /^(jsonb?_build_(object|array)|concat(_ws)?|json_object|array_to_jsonb|format)$/
/** Functions that are not declared strict and are. */
const STRICT_TOO = /^(to_jsonb?|format_type)$/
/** Functions of our own that give a value for values: the name of an actor, else the actor. */
const OWN = /^name_at$/
const COUNTING = /^(count|row_number|rank|dense_rank|percent_rank|cume_dist|ntile)$/
/** Aggregates that have a value as soon as there is a row, whatever is in it. */
const COLLECTING = /^(array_agg|jsonb?_agg|jsonb?_object_agg)$/

const nodes = (value: Value | undefined): Node[] =>
  Array.isArray(value) ? (value.filter((v) => v !== null && typeof v === 'object') as Node[]) : []
const isNode = (value: Value | undefined): value is Node =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** A statement within its outer ones, innermost first. */
type Scope = readonly Node[]

/** The columns of a statement in order: name, and whether it can be NULL. */
export function columnsOf(query: Node, catalog: Catalog): { name: string; nullable: boolean }[] {
  return targets(query).map((target, i) => ({
    name: String(target.resname),
    nullable: canBeNull(i, [query], catalog),
  }))
}

function targets(query: Node): Node[] {
  const list = query.commandType === '1' ? query.targetList : query.returningList
  return nodes(list).filter((target) => target.resjunk !== 'true')
}

/** Whether column i of the innermost statement can be NULL. */
function canBeNull(i: number, scope: Scope, catalog: Catalog): boolean {
  const [query] = scope as [Node]
  if (isNode(query.setOperations)) {
    return leaves(query.setOperations).some((rte) => {
      const part = nodes(query.rtable)[rte - 1]?.subquery
      return isNode(part) && canBeNull(i, [part, ...scope], catalog)
    })
  }
  const target = targets(query)[i]
  return !target || nullable(target.expr, scope, catalog)
}

/** Numbers of the statements that a UNION puts together. */
function leaves(operation: Node): number[] {
  return [operation.larg, operation.rarg].flatMap((side) => {
    if (!isNode(side)) return []
    return side.node === 'RANGETBLREF' ? [Number(side.rtindex)] : leaves(side)
  })
}

function nullable(expr: Value | undefined, scope: Scope, catalog: Catalog): boolean {
  if (!isNode(expr)) return true
  const is = (value: Value | undefined) => nullable(value, scope, catalog)
  const args = nodes(expr.args)
  switch (expr.node) {
    case 'VAR':
      return varNullable(expr, scope, catalog)
    case 'CONST':
      return expr.constisnull === 'true'
    // What may be left out is tested for NULL and never given back.
    case 'PARAM':
      return false
    case 'COALESCEEXPR':
    case 'MINMAXEXPR':
      return args.every(is)
    case 'RELABELTYPE':
    case 'COERCEVIAIO':
    case 'ARRAYCOERCEEXPR':
    case 'COERCETODOMAIN':
    case 'COLLATEEXPR':
      return is(expr.arg)
    case 'CASEEXPR':
      return is(expr.defresult) || args.some((when) => is(when.result))
    case 'BOOLEXPR':
    case 'SCALARARRAYOPEXPR':
      return args.some(is)
    case 'OPEXPR':
      return functionNullable(String(expr.opfuncid), args, is, catalog)
    case 'FUNCEXPR':
      return functionNullable(String(expr.funcid), args, is, catalog)
    case 'AGGREF':
      return aggregateNullable(expr, scope, catalog)
    case 'WINDOWFUNC': {
      const { name } = catalog.functions.get(String(expr.winfnoid)) ?? { name: '' }
      if (COUNTING.test(name)) return false
      return expr.winagg !== 'true' || expr.aggfilter !== null || args.some(is)
    }
    case 'SUBLINK':
      return sublinkNullable(expr, scope, catalog)
    case 'NULLTEST':
    case 'BOOLEANTEST':
    case 'DISTINCTEXPR':
    case 'ARRAYEXPR':
    case 'ROWEXPR':
    case 'SQLVALUEFUNCTION':
    case 'JSONCONSTRUCTOREXPR':
      return false
    default:
      return true
  }
}

function functionNullable(
  id: string,
  args: Node[],
  is: (value: Value) => boolean,
  { functions }: Catalog,
): boolean {
  const known = functions.get(id)
  if (!known) return true
  if (known.own) return !OWN.test(known.name) || args.some(is)
  if (NEVER_NULL.test(known.name)) return false
  if (known.strict || STRICT_TOO.test(known.name)) {
    return MAY_BE_NULL.test(known.name) || args.some(is)
  }
  return true
}

function aggregateNullable(expr: Node, scope: Scope, catalog: Catalog): boolean {
  const { name } = catalog.functions.get(String(expr.aggfnoid)) ?? { name: '' }
  if (name === 'count') return false
  const grouped = nodes(scope[0]?.groupClause).length > 0
  if (!grouped || expr.aggfilter !== null) return true
  if (COLLECTING.test(name)) return false
  return nodes(expr.args).some((arg) => nullable(arg.expr, scope, catalog))
}

function sublinkNullable(expr: Node, scope: Scope, catalog: Catalog): boolean {
  const [EXISTS, EXPRESSION, ARRAY] = ['0', '4', '6']
  if (expr.subLinkType === EXISTS || expr.subLinkType === ARRAY) return false
  const query = expr.subselect
  if (expr.subLinkType !== EXPRESSION || !isNode(query)) return true
  const oneRow =
    query.hasAggs === 'true' && nodes(query.groupClause).length === 0 && query.havingQual === null
  return !oneRow || canBeNull(0, [query, ...scope], catalog)
}

function varNullable(expr: Node, scope: Scope, catalog: Catalog): boolean {
  const inner = scope.slice(Number(expr.varlevelsup))
  const [query] = inner
  if (!query) return true
  const place = Number(expr.varattno)
  if (heldByWhere(query, expr, true)) return false
  const emptied = Array.isArray(expr.varnullingrels) && expr.varnullingrels.length > 1
  if (emptied && !heldByWhere(query, expr, false)) return true
  if (place <= 0) return false
  const table = nodes(query.rtable)[Number(expr.varno) - 1]
  if (!table) return true
  switch (table.rtekind) {
    case '0':
      return !catalog.notNull.has(`${table.relid}.${place}`)
    case '1':
      return !isNode(table.subquery) || canBeNull(place - 1, [table.subquery, ...inner], catalog)
    case '2':
      return nullable((table.joinaliasvars as Value[])[place - 1], inner, catalog)
    case '3': {
      const [made] = nodes(table.functions)
      if (table.funcordinality === 'true' && place > Number(made?.funccolcount)) return false
      const called = isNode(made?.funcexpr) ? String(made.funcexpr.funcid) : ''
      return catalog.functions.get(called)?.name !== 'generate_series'
    }
    case '5':
      return nodes2(table.values_lists).some((row) => nullable(row[place - 1], inner, catalog))
    case '6': {
      if (table.self_reference === 'true') return false
      const home = inner.slice(Number(table.ctelevelsup))
      const made = nodes(home[0]?.cteList).find((cte) => cte.ctename === table.ctename)
      return !isNode(made?.ctequery) || canBeNull(place - 1, [made.ctequery, ...home], catalog)
    }
    case '9':
      return nullable((table.groupexprs as Value[])[place - 1], inner, catalog)
    default:
      return true
  }
}

const nodes2 = (value: Value | undefined): Value[][] =>
  Array.isArray(value) ? (value.filter(Array.isArray) as Value[][]) : []

/**
 * Whether the statement keeps only rows in which a column has a value: WHERE names it strictly.
 * @param exactly this column; else any column of its table, so that the table has a row.
 */
function heldByWhere(query: Node, column: Node, exactly: boolean): boolean {
  const quals = isNode(query.jointree) ? query.jointree.quals : null
  const same = (value: Value | undefined): boolean => {
    if (!isNode(value)) return false
    if (value.node === 'RELABELTYPE') return same(value.arg)
    return (
      value.node === 'VAR' &&
      value.varno === column.varno &&
      (!exactly || value.varattno === column.varattno) &&
      value.varlevelsup === '0'
    )
  }
  const holds = (test: Value | undefined): boolean => {
    if (!isNode(test)) return false
    if (test.node === 'BOOLEXPR' && test.boolop === 'and') return nodes(test.args).some(holds)
    if (test.node === 'NULLTEST') return test.nulltesttype === '1' && same(test.arg)
    return (
      (test.node === 'OPEXPR' || test.node === 'SCALARARRAYOPEXPR') && nodes(test.args).some(same)
    )
  }
  return holds(quals)
}
