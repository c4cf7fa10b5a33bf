/** PostgreSQL's own tree of a statement (`pg_node_tree`), as text and as values. */

/** A node: its name, and its fields. */
export interface Node {
  node: string
  [field: string]: Value
}
export type Value = string | null | Node | Value[]

const TOKEN = /\s*(?:([{}()[\]])|"((?:[^"\\]|\\.)*)"|((?:[^\s{}()[\]\\]|\\.)+))/gy

/** Reads a tree as PostgreSQL writes it. `<>` is null; a field of several words is an array. */
export function parseNodes(text: string): Value {
  TOKEN.lastIndex = 0
  const tokens: { mark?: string; word?: string; quoted?: boolean }[] = []
  for (let at = TOKEN.exec(text); at; at = TOKEN.exec(text)) {
    const [, mark, quoted, word] = at
    if (mark !== undefined) tokens.push({ mark })
    else if (quoted !== undefined) tokens.push({ word: plain(quoted), quoted: true })
    else tokens.push({ word: word === '<>' ? undefined : (word as string) })
  }
  let next = 0
  const value = (): Value => {
    const token = tokens[next++]
    if (token?.mark === '{') return node()
    if (token?.mark === '(' || token?.mark === '[') return list(token.mark === '(' ? ')' : ']')
    return token?.word === undefined ? null : token.quoted ? token.word : plain(token.word)
  }
  const list = (end: string): Value[] => {
    const values: Value[] = []
    while (tokens[next]?.mark !== end) values.push(value())
    next++
    return values
  }
  const isField = () => /^:[a-z_]/i.test(tokens[next]?.word ?? '') && !tokens[next]?.quoted
  const node = (): Node => {
    const made: Node = { node: value() as string }
    while (tokens[next]?.mark !== '}') {
      const field = (value() as string).slice(1)
      const values: Value[] = []
      while (tokens[next]?.mark !== '}' && !isField()) values.push(value())
      made[field] = values.length === 1 ? (values[0] as Value) : values
    }
    next++
    return made
  }
  return value()
}

const plain = (word: string): string => word.replace(/\\(.)/gs, '$1')
