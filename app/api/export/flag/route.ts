import { z } from 'zod'
import { exportFlag } from '@/lib/server/export/flag'
import { answerDownload, noHead, text } from '../answer'

const name = z.string().min(1).max(200)
const Asked = z.object({
  format: z.enum(['csv', 'xlsx']),
  dataset: name,
  flag: name,
  text: name.optional(),
  /** Column names with commas between. */
  hide: z
    .string()
    .max(4000)
    .default('')
    .transform((list) => list.split(',').filter(Boolean)),
})

/** Every row of Silver that carries a flag and matches, as a file, streamed row by row. */
export function GET(request: Request): Promise<Response> {
  return answerDownload(async (locale) => {
    const asked = Asked.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    if (!asked.success) return text(z.prettifyError(asked.error), 400)
    const { format, ...wanted } = asked.data
    return exportFlag({ ...wanted, locale }, format)
  })
}

export { noHead as HEAD }
