import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { DeclarationError } from '@/lib/shared/errors'

/** @throws DeclarationError with the first thing that does not fit. */
export function parse<T>(file: string, schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new DeclarationError(file, issue?.path.join('.') || '(root)', issue?.message ?? 'invalid')
}

/** `<folder>/<file>`, enough to find the declaration, without the machine's paths. */
export function declarationName(url: string): string {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  return `${basename(dirname(path))}/${basename(path)}`
}
