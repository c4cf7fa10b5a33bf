import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

/** One file of the project that imports another one. Paths are relative to the project's root. */
export interface Import {
  readonly from: string
  readonly to: string
  /** 1-based line of the import in `from`. */
  readonly line: number
  /** Only types are imported: nothing is left of it at run time. */
  readonly typeOnly: boolean
}

/** The imports of a project between its own files, packages left out. */
export interface ImportGraph {
  readonly imports: readonly Import[]
  /** Files that begin with 'use client': the browser loads them. */
  readonly client: ReadonlySet<string>
  /** Files that begin with 'use server': the browser gets the address of a function, not its code. */
  readonly actions: ReadonlySet<string>
}

const SOURCE = /\.(tsx?|mts|mjs)$/
const ENDINGS = ['', '.ts', '.tsx', '.mts', '.mjs', '/index.ts', '/index.tsx']
const TYPE_IMPORT = /\bimport\(\s*(['"])([^'"]+)\1\s*\)/g

/** Every source file of the project that Git knows or would add. */
export function sourceFiles(): string[] {
  const args = ['ls-files', '-co', '--exclude-standard']
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 << 20 })
    .split('\n')
    .filter((file) => SOURCE.test(file) && existsSync(file))
}

/**
 * Reads the imports of files: `import`, `export … from`, `import()`, and types such as
 * `import('./x').Y`. A computed path (`import(\`./${name}\`)`) leads nowhere.
 *
 * @param files paths relative to the folder that `@/` stands for
 * @param read the text of one of them
 * @throws Error when a file does not parse; it names the file
 */
export function readImports(
  files: readonly string[],
  read: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): ImportGraph {
  const known = new Set(files)
  const imports: Import[] = []
  const client = new Set<string>()
  const actions = new Set<string>()
  for (const from of files) {
    const text = read(from)
    const parsed = parseSync(from, text)
    const [error] = parsed.errors
    if (error) throw new Error(`${from}: ${error.message}`)
    if (/^\s*(['"])use client\1/.test(text)) client.add(from)
    if (/^\s*(['"])use server\1/.test(text)) actions.add(from)
    const add = (request: string, start: number, typeOnly: boolean) => {
      const to = resolveImport(from, request, known)
      if (to) imports.push({ from, to, line: lineOf(text, start), typeOnly })
    }
    const { staticImports, staticExports, dynamicImports } = parsed.module
    for (const { moduleRequest, entries, start } of staticImports) {
      add(moduleRequest.value, start, entries.length > 0 && entries.every((entry) => entry.isType))
    }
    for (const { entries, start } of staticExports) {
      for (const { moduleRequest, isType } of entries) {
        if (moduleRequest) add(moduleRequest.value, start, isType)
      }
    }
    const calls = new Set(dynamicImports.map(({ start }) => start))
    for (const { index, 2: request = '' } of text.matchAll(TYPE_IMPORT)) {
      add(request, index, !calls.has(index))
    }
  }
  return { imports, client, actions }
}

function resolveImport(
  from: string,
  request: string,
  known: ReadonlySet<string>,
): string | undefined {
  let base: string
  if (request.startsWith('@/')) base = request.slice(2)
  else if (request.startsWith('.')) base = path.posix.join(path.posix.dirname(from), request)
  else return undefined
  return ENDINGS.map((ending) => base + ending).find((file) => known.has(file))
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
