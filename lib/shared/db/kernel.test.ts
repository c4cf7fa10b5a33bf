/** What belongs to this room stands in no other: read from the product's sources. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '@/lib/shared/env'
import { LOCK_KEYS } from './locks'

const sources = ['app', 'components', 'lib', 'pipeline', 'e2e/bench']
  .flatMap((room) =>
    readdirSync(path.join(projectRoot, room), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(room, file.replaceAll(path.sep, '/')),
    ),
  )
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  .filter((file) => !/\.test\.|\.testing\.|(^|\/)testing(\/|\.)/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(projectRoot, file), 'utf8') }))

/** Files outside of the given place whose text matches, with what matched. */
const found = (pattern: RegExp, home: string): string[] =>
  sources
    .filter(({ file }) => !file.startsWith(home))
    .flatMap(({ file, text }) => [...text.matchAll(pattern)].map((m) => `${file}: ${m[0].trim()}`))

// At the head of a string, or after a semicolon in one. The BEGIN of a function's body is another,
// and `commit` in small letters is a word of Git in the texts of the screens.
const TRANSACTION =
  /(?:['"`]|;)\s*(?:(?:BEGIN|begin)(?:\s*['"`;]|\s+(?:ISOLATION|TRANSACTION|WORK|READ)\b)|(?:START|start)\s+(?:TRANSACTION|transaction)\b|COMMIT\b|(?:ROLLBACK|rollback|SAVEPOINT|savepoint)\b|(?:RELEASE|release)\s+(?:SAVEPOINT|savepoint)\b)|(?:exec|query|rows|unsafe)\(['"`]commit\b/g

/** An advisory lock whose first argument is not made by `lockArguments`. */
const LITERAL_LOCK = /pg_(?:try_)?advisory_\w*lock\w*\((?!\$\{)/gi

const EVENT = /INTO\s+quality\.quarantine_event\b/gi

const JOB = /graphile_worker\.add_job/gi

describe('the sources', () => {
  it('are all looked at', () => {
    expect(sources.length).toBeGreaterThan(500)
  })

  it.each(["'BEGIN'", '`BEGIN ISOLATION LEVEL', "'COMMIT'", '"ROLLBACK"', '`x; SAVEPOINT a`'])(
    'of a transaction written by hand would be found: %s',
    (text) => expect(text).toMatch(new RegExp(TRANSACTION.source)),
  )

  it('begin and end transactions in this room only', () => {
    expect(found(TRANSACTION, 'lib/shared/db/')).toEqual([])
  })

  it('have no key of an advisory lock elsewhere', () => {
    expect(found(LITERAL_LOCK, 'lib/shared/db/locks.ts')).toEqual([])
  })

  it('write quarantine events in one place', () => {
    expect(found(EVENT, 'lib/shared/ledger/events.ts')).toEqual([])
  })

  it('add jobs in one place', () => {
    expect(found(JOB, 'lib/shared/queue/job.ts')).toEqual([])
  })
})

it('every advisory lock has a key of its own', () => {
  const keys = Object.values(LOCK_KEYS)
  expect(new Set(keys).size).toBe(keys.length)
})
