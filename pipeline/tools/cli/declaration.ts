import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '@/lib/shared/db/connection'
import {
  type Certificate,
  certificateName,
  certificateText,
} from '@/lib/shared/declaration/certificate'
import { requestDeclaration } from '@/lib/shared/declaration/request'
import { LazaretError, UsageError } from '@/lib/shared/errors'
import { domains } from '@/pipeline/domains'
import type { Domain } from '@/pipeline/engine/define/schema'
import { executeDeclaration } from '@/pipeline/operations/declaration/execute'
import { readCertificate, readParts } from '@/pipeline/operations/declaration/record'
import { DeclarationRefused } from '@/pipeline/operations/declaration/refused'
import { runErrorOf } from '@/pipeline/operations/run/record'
import { withPrepared } from './database'
import { reportError } from './failure'
import { domainNamed } from './options'
import { causeOf, makeOutFolder, type Unmake } from './out-folder'
import { log, logError, print, printJson, table } from './output'

export interface DeclarationFlags {
  out?: string
  json?: boolean
}

/**
 * `declaration <domain>`: the file with its certificate, kept in the database and, with `--out`,
 * written to a folder too. @returns 0 produced, 3 there is no balanced state to declare, 1 otherwise:
 * also where it is produced and kept, and the folder failed in the end.
 */
export async function declarationCommand(name: string, flags: DeclarationFlags): Promise<number> {
  let id: number | null = null
  let unmake: Unmake | undefined
  try {
    const domain = declaring(name)
    if (flags.out !== undefined) unmake = await makeOutFolder(flags.out)
    return await withPrepared(async (db, { url }) => {
      const asked = await requestDeclaration(db, {
        domain: name,
        actor: 'terminal',
        at: new Date().toISOString(),
      })
      id = asked.id
      await executeDeclaration(url, domain, id, log)
      const certificate = await readCertificate(db, id)
      // From here on it is done, whatever becomes of the folder.
      const { files, error } = await writeOut(db, flags.out, certificate)
      const done = { declaration: id, domain: name, status: 'done', files, certificate }
      if (flags.json) printJson(error ? { ...done, error: runErrorOf(error) } : done)
      else printCertificate(certificate, files)
      if (!error) return 0
      logError(error)
      return error.exitCode
    })
  } catch (error) {
    await unmake?.()
    const status = error instanceof DeclarationRefused ? 'refused' : 'failed'
    return reportError(error, flags.json, {
      declaration: id,
      domain: name,
      status,
      error: runErrorOf(error),
    })
  }
}

function declaring(name: string): Domain {
  const domain = domainNamed(name)
  if (domain.declaration) return domain
  const known = [...domains.values()].filter((d) => d.declaration).map((d) => d.name)
  throw new UsageError(`${name} has nothing to declare`, `Known: ${known.join(', ')}`)
}

/** Both files under their final names only when they are whole; an error that says what is kept. */
async function writeOut(
  db: Db,
  folder: string | undefined,
  certificate: Certificate,
): Promise<{ files: string[]; error?: LazaretError }> {
  if (folder === undefined) return { files: [] }
  const file = join(folder, certificate.output.file)
  const beside = join(folder, certificateName(certificate.output.file))
  try {
    const handle = await open(`${file}.part`, 'w')
    try {
      for await (const part of readParts(db, certificate.declaration)) await handle.writeFile(part)
    } finally {
      await handle.close()
    }
    await writeFile(`${beside}.part`, certificateText(certificate))
    for (const path of [file, beside]) await rename(`${path}.part`, path)
    return { files: [file, beside] }
  } catch (cause) {
    for (const path of [file, beside]) await rm(`${path}.part`, { force: true }).catch(() => {})
    const error = new LazaretError(
      `declaration ${certificate.declaration} is produced and kept; it could not be written to ${folder} (${causeOf(cause)})`,
      1,
      {},
      'Its files can be downloaded under Declarations',
    )
    return { files: [], error }
  }
}

function printCertificate(certificate: Certificate, files: readonly string[]): void {
  const { figures: f, output, run, checks } = certificate
  const lines: [string, number][] = [
    ['collected', f.collected],
    ['declared', f.declared],
    ...f.open_by_rule.map((r): [string, number] => [`open, ${r.rule}`, r.rows]),
    ...f.closed_by_rule.map((r): [string, number] => [`closed, ${r.rule}`, r.rows]),
    ['duplicates', f.duplicates],
  ]
  print(`${table([certificate.dataset, 'rows'], lines)}\n`)
  print(
    `${f.collected} = ${f.declared} declared + ${f.open} open + ${f.closed} closed + ${f.duplicates} duplicates; ${checks.length} checks hold`,
  )
  print(`sha256 ${output.sha256}  ${output.file}`)
  for (const file of files) print(file)
  print(
    `declaration ${certificate.declaration} of ${certificate.domain}, run ${run.id}: ${output.rows} rows, ${output.bytes} bytes`,
  )
}
