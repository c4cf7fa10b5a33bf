import { getLocale } from 'next-intl/server'
import { z } from 'zod'
import { currentActor } from '@/lib/auth/actor'
import { authorize } from '@/lib/auth/permissions'
import { Forbidden } from '@/lib/errors'
import { exportQuarantine } from '@/lib/export/quarantine'
import type { ExportLocale } from '@/lib/export/table'
import { RowFilter } from '@/lib/scope'

const Asked = z.object({
  format: z.enum(['csv', 'xlsx']),
  domain: z.string().min(1).max(100),
  filter: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue('not JSON')
        return z.NEVER
      }
    })
    .pipe(RowFilter),
})

/** Everything that matches a filter, as a file, streamed row by row. */
export async function GET(request: Request): Promise<Response> {
  try {
    authorize(await currentActor(), 'export')
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error
    return new Response(error.message, { status: error.role === null ? 401 : 403 })
  }
  const asked = Asked.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!asked.success) return new Response(z.prettifyError(asked.error), { status: 400 })
  const { format, domain, filter } = asked.data
  const locale = (await getLocale()) as ExportLocale
  const file = await exportQuarantine({ domain, scope: { filter }, locale }, format)
  return new Response(file.body, {
    headers: {
      'content-type': file.contentType,
      'content-disposition': `attachment; filename="${file.filename}"`,
      'cache-control': 'no-store',
    },
  })
}
