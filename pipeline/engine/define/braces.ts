const BRACES = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/** Names in braces of an SQL fragment, each once. */
export function braces(sql: string): string[] {
  return [...new Set([...sql.matchAll(BRACES)].map((m) => m[1] ?? ''))]
}

/** Replaces each name in braces by what `to` makes of it. */
export function fillBraces(sql: string, to: (name: string) => string): string {
  return sql.replace(BRACES, (_, name: string) => to(name))
}
