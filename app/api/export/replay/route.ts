import { z } from 'zod'
import { exportReplay } from '@/lib/server/export/replay'
import { answerDownload, noHead, text } from '../answer'

const Asked = z.object({
  id: z.coerce.number().int().positive().max(2_147_483_647),
  format: z.enum(['csv', 'xlsx']).default('csv'),
})

/** What came of a replay, row by row, as a file. */
export function GET(request: Request): Promise<Response> {
  return answerDownload(async (locale) => {
    const asked = Asked.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    if (!asked.success) return text(z.prettifyError(asked.error), 400)
    return exportReplay({ id: asked.data.id, locale }, asked.data.format)
  })
}

export { noHead as HEAD }
