/** Finds the joins of an SQL statement, written out or by comma; for structural tests. */

export interface Join {
  kind: 'left' | 'full' | 'inner' | 'comma'
  /** What is joined: a table, or `(` for a subquery. */
  table: string
}

/** Words that end a FROM clause at its own depth. */
const ENDS =
  /^(where|group|order|offset|limit|union|returning|window|having|set|on|using|select|insert)$/

/** Every join of a statement. UPDATE … FROM with one table is none: it pairs a table with itself. */
export function joinsOf(sql: string): Join[] {
  const text = sql.replace(/^\s*-- .*$/gm, '').replace(/'(?:[^']|'')*'/g, "''")
  const tokens =
    text.match(/"[^"]*"(?:\."[^"]*")?|[A-Za-z_][\w$]*(?:\.(?:"[^"]*"|\w+))?|[(),]/g) ?? []
  const joins: Join[] = []
  /** Per depth of parentheses: inside a FROM clause, and whether this depth is extract(…). */
  const depths = [{ from: false, extract: false }]
  tokens.forEach((token, i) => {
    const here = depths.at(-1) as { from: boolean; extract: boolean }
    const word = token.toLowerCase()
    const before = (n: number) => tokens[i - n]?.toLowerCase()
    const next = tokens[i + 1] ?? ''
    if (token === '(') depths.push({ from: false, extract: before(1) === 'extract' })
    else if (token === ')') depths.pop()
    else if (word === 'from') here.from = before(1) !== 'distinct' && !here.extract
    else if (token === ',' && here.from) joins.push({ kind: 'comma', table: next })
    else if (word === 'join') {
      const side = before(1) === 'outer' ? before(2) : before(1)
      joins.push({ kind: side === 'left' || side === 'full' ? side : 'inner', table: next })
      here.from = true
    } else if (ENDS.test(word)) here.from = false
  })
  return joins
}
