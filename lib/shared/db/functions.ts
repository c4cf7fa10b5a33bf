/**
 * The functions of the database and their triggers: one file each in `drizzle/functions`, named
 * after the function. A migration applies what has changed; no migration contains their text any
 * more. The generated ones (views, `quality.typed_values`) belong to pipeline/operations/sync.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@/lib/shared/env'
import { LazaretError } from '@/lib/shared/errors'
import type { Reader } from './database'

export interface FunctionFile {
  schema: string
  name: string
  /** CREATE OR REPLACE of the function and of its triggers. */
  sql: string
  hash: string
}

/** Every function file, in the order in which they can be created. */
export function functionFiles(folder = path.join(projectRoot, 'drizzle')): FunctionFile[] {
  const files = path.join(folder, 'functions')
  return readdirSync(files)
    .sort()
    .map((file) => {
      const [schema = '', name = ''] = file.split('.')
      const sql = readFileSync(path.join(files, file), 'utf8')
      return { schema, name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Creates the functions whose file has changed since it was applied; the hash is kept as the
 * function's comment. Replacing a trigger waits for writers, so what stands is left alone.
 * @param db inside a transaction.
 * @returns names of the functions that were created or replaced.
 * @throws LazaretError when a file gives its function other arguments: a migration has to drop the
 *   old function first.
 */
export async function applyFunctions(
  db: Reader,
  files: readonly FunctionFile[] = functionFiles(),
): Promise<string[]> {
  const known = await standing(db)
  const applied: string[] = []
  for (const { schema, name, sql, hash } of files) {
    const full = `${schema}.${name}`
    if (known.some((f) => f.name === full && f.hash === hash)) continue
    await db.rows(sql)
    const [signature, other] = (await standing(db)).filter((f) => f.name === full)
    if (!signature || other) {
      throw new LazaretError(
        signature
          ? `drizzle/functions/${full}.sql gives ${full} other arguments than it has`
          : `drizzle/functions/${full}.sql does not create ${full}`,
      )
    }
    await db.rows(`COMMENT ON FUNCTION ${signature.signature} IS '${hash}'`)
    applied.push(full)
  }
  return applied
}

interface Standing {
  name: string
  signature: string
  hash: string | null
}

const standing = (db: Reader): Promise<Standing[]> =>
  db.rows<Standing>(
    `SELECT n.nspname || '.' || p.proname AS name, p.oid::regprocedure::text AS signature,
      obj_description(p.oid, 'pg_proc') AS hash
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname IN ('quality', 'auth') ORDER BY p.oid`,
  )
