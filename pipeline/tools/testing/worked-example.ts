/** The worked example of the README, "Add a dataset", followed to the letter in a copy. */
import { execFile, execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '@/lib/shared/env'

export const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
const section = /## Add a dataset\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? ''

/** A copy of what git knows of this checkout, in a folder of its own. */
export function copyProject(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'lazaret-readme-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: projectRoot })
  for (const file of files.toString().split('\n').filter(Boolean)) {
    cpSync(join(projectRoot, file), join(folder, file), { recursive: true })
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Writes the files that the example prints and types its commands.
 * @returns what each command printed
 * @throws when a block does not begin with its file, or a command fails.
 */
export async function followExample(folder: string, databaseUrl: string): Promise<string[]> {
  for (const block of blocks('ts')) {
    const [, file, how] = /^\/\/ (\S+)(?: \((\w+).*\))?\n/.exec(block) ?? []
    if (!file) throw new Error(`A block does not begin with its file: ${block.slice(0, 40)}`)
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    const code = block.slice(block.indexOf('\n') + 1)
    if (how === 'add') appendFileSync(path, code)
    else writeFileSync(path, code)
  }
  const [csv = ''] = blocks('csv')
  mkdirSync(join(folder, 'deliveries/compras'), { recursive: true })
  writeFileSync(join(folder, 'deliveries/compras/LFA1.csv'), csv)
  const [commands = ''] = blocks('sh')
  const said: string[] = []
  for (const command of commands.trim().split('\n')) {
    const { stdout } = await promisify(execFile)('sh', ['-c', command], {
      cwd: folder,
      env: { ...process.env, DATABASE_URL: databaseUrl },
    })
    said.push(stdout)
  }
  return said
}

/** Fenced blocks of a language, in order. */
const blocks = (language: string): string[] =>
  [...section.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    (m) => m[1] ?? '',
  )
