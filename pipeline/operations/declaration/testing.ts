/** Asks for declarations and executes them, in short; for tests. */

import type { Db } from '@/lib/shared/db/connection'
import type { Certificate } from '@/lib/shared/declaration/certificate'
import { requestDeclaration } from '@/lib/shared/declaration/request'
import type { Domain } from '@/pipeline/engine/define/schema'
import { executeDeclaration } from './execute'
import { readCertificate, readParts } from './record'

/** Inserts a request. @returns its number. */
export async function askDeclaration(db: Db, domain: Domain): Promise<number> {
  const { id } = await requestDeclaration(db, {
    domain: domain.name,
    actor: 'terminal',
    at: new Date().toISOString(),
  })
  return id
}

/** Asks, executes and reads back. @throws DeclarationRefused */
export async function declared(t: {
  db: Db
  url: string
  domain: Domain
}): Promise<{ certificate: Certificate; content: Buffer }> {
  const id = await askDeclaration(t.db, t.domain)
  await executeDeclaration(t.url, t.domain, id)
  const parts: Buffer[] = []
  for await (const part of readParts(t.db, id)) parts.push(part)
  return { certificate: await readCertificate(t.db, id), content: Buffer.concat(parts) }
}

/** The equation in short: `collected = declared + open O + closed C + duplicates D`. */
export const equation = ({ figures: f }: Certificate): string =>
  `${f.collected} = ${f.declared} + ${f.open} O + ${f.closed} C + ${f.duplicates} D`
