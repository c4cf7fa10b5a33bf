/** Where the product's code runs statements that give rows. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectRoot } from '@/lib/shared/env'

export interface Calls {
  /** With a declared row, `file:line`. */
  typed: string[]
  /** With a type that nothing checks. */
  untyped: string[]
}

/** Calls in the product's files below these folders. */
export function callsBelow(...folders: string[]): Calls {
  const lines = folders.flatMap(filesBelow).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((text, i) => ({ text, place: `${relative(projectRoot, file)}:${i + 1}` })),
  )
  const of = (pattern: RegExp) => lines.filter((l) => pattern.test(l.text)).map((l) => l.place)
  return { typed: of(/\btyped(Rows|Cursor)\(/), untyped: of(/\.rows?</) }
}

/** The kernel itself reads without types: it is what the others are built on. */
const KERNEL = /^lib\/shared\/db\/(?!schema)/

function filesBelow(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter((entry) => !/\.(test|testing)\b/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !KERNEL.test(relative(projectRoot, file)))
}
