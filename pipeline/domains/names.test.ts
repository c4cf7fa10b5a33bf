/** Generic code names no domain: none of its datasets, source tables or Gold tables. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '@/lib/shared/env'
import { domains } from '.'

/** Where domains are declared, generated and measured, and the list of all tables. */
const OF_DOMAINS =
  /^pipeline\/(domains|tools)\/|^lib\/shared\/db\/schema\/(index|order-to-cash|pedidos|vendas|declaratif)/
/** Texts for people: names of datasets are words of their languages, too. */
const TEXTS = /^lib\/shared\/i18n\/phrases\//

function filesBelow(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter((entry) => !/\.(test|testing|slow|spec)\b|^testing\./.test(entry.name))
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)))
    .filter((file) => !OF_DOMAINS.test(file) && !TEXTS.test(file))
}

test('generic code names no domain', () => {
  const names = [...domains.values()].flatMap((domain) => [
    domain.name,
    ...domain.datasets.flatMap((d) => [d.name, ...d.sources.map((source) => source.file)]),
    ...(domain.gold?.tables ?? []).map((table) => table.name),
  ])
  const named = new RegExp(`\\b(${[...new Set(names)].filter(Boolean).join('|')})\\b`)
  const found = ['app', 'components', 'lib', 'pipeline'].flatMap(filesBelow).flatMap((file) =>
    readFileSync(join(projectRoot, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (named.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
