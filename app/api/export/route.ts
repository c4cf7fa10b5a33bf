import { z } from 'zod'
import { exportQuarantine } from '@/lib/server/export/quarantine'
import { FilterText } from '@/lib/shared/scope'
import { answerDownload, noHead, text } from './answer'

const Asked = z.object({
  format: z.enum(['csv', 'xlsx']),
  domain: z.string().min(1).max(100),
  filter: FilterText,
})

/** Everything that matches a filter, as a file, streamed row by row. */
export function GET(request: Request): Promise<Response> {
  return answerDownload(async (locale) => {
    const asked = Asked.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    if (!asked.success) return text(z.prettifyError(asked.error), 400)
    const { format, domain, filter } = asked.data
    return exportQuarantine({ domain, scope: { filter }, locale }, format)
  })
}

export { noHead as HEAD }
