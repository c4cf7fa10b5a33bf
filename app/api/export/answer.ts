import { getLocale, getTranslations } from 'next-intl/server'
import { currentActor } from '@/lib/server/auth/actor'
import type { Download } from '@/lib/server/export/download'
import type { ExportLocale } from '@/lib/server/export/files/table'
import { boundedDownload } from '@/lib/server/export/guard'
import { NoSlot } from '@/lib/server/limits/slots'
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
    const actor = await currentActor()
    authorize(actor, 'export')
    const locale = (await getLocale()) as ExportLocale
    const file = await boundedDownload(actor.id, () => make(locale))
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
    if (error instanceof NoSlot) {
      return text(t(error.of === 'person' ? 'tooManyOwnExports' : 'tooManyExports'), 503)
    }
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

/** Next would answer HEAD with the handler of GET, and drop the body without closing it. */
export const noHead = (): Response => text('GET only', 405)
