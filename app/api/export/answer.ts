import { getLocale, getTranslations } from 'next-intl/server'
import { currentActor } from '@/lib/server/auth/actor'
import type { ExportLocale } from '@/lib/server/export/files/table'
import type { Download } from '@/lib/server/export/quarantine'
import { TooManyExports } from '@/lib/server/export/snapshot'
import { authorize } from '@/lib/shared/auth/permissions'
import { Forbidden } from '@/lib/shared/errors'

/**
 * Answers a download: who may not gets 401 or 403, 503 with words while the database is away or
 * others are downloading. `make` gives the file, undefined when there is nothing of the kind, or an
 * answer of its own.
 */
export async function answerDownload(
  make: (locale: ExportLocale) => Promise<Download | Response | undefined>,
): Promise<Response> {
  const t = await getTranslations('shell')
  try {
    authorize(await currentActor(), 'export')
    const file = await make((await getLocale()) as ExportLocale)
    if (file instanceof Response) return file
    if (!file) return text(t('notFound'), 404)
    return new Response(file.body, {
      headers: {
        'content-type': file.contentType,
        'content-disposition': `attachment; filename="${file.filename}"`,
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    if (error instanceof Forbidden) return text(error.message, error.role === null ? 401 : 403)
    if (error instanceof TooManyExports) return text(t('tooManyExports'), 503)
    console.error('An export was not made:', error)
    return text(t('databaseAway'), 503)
  }
}

export function text(words: string, status: number): Response {
  const wait = status === 503 ? { 'retry-after': '30' } : undefined
  return new Response(words, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...wait },
  })
}
