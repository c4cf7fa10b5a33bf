import { z } from 'zod'
import { exportDeclaration } from '@/lib/server/export/declaration'
import { answerDownload, noHead, text } from '../answer'

const Asked = z.object({
  id: z.coerce.number().int().positive().max(2_147_483_647),
  part: z.enum(['file', 'certificate']),
})

/** A declaration's file, byte for byte as its certificate says, or the certificate itself. */
export function GET(request: Request): Promise<Response> {
  return answerDownload(async () => {
    const asked = Asked.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    if (!asked.success) return text(z.prettifyError(asked.error), 400)
    return exportDeclaration(asked.data.id, asked.data.part)
  })
}

export { noHead as HEAD }
