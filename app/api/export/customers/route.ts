import { z } from 'zod'
import { exportCustomers } from '@/lib/server/export/customers'
import { CUSTOMER_SORTS } from '@/lib/views/impact-view'
import { answerDownload, noHead, text } from '../answer'

const name = z.string().min(1).max(200)
const Asked = z.object({
  format: z.enum(['csv', 'xlsx']),
  domain: name,
  rows: name,
  figure: name,
  currency: z.string().max(5).default(''),
  sort: z.enum(CUSTOMER_SORTS).default('money'),
  desc: z.enum(['true', 'false']).default('true'),
  text: name.optional(),
})

/** All affected customers that match, as a file, streamed row by row. */
export function GET(request: Request): Promise<Response> {
  return answerDownload(async (locale) => {
    const asked = Asked.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    if (!asked.success) return text(z.prettifyError(asked.error), 400)
    const { format, desc, ...wanted } = asked.data
    return exportCustomers({ ...wanted, desc: desc === 'true', locale }, format)
  })
}

export { noHead as HEAD }
