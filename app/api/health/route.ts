import { database } from '@/lib/shared/db/client'
import { within } from '@/lib/shared/util/timeout'

export const dynamic = 'force-dynamic'

const PATIENCE_MS = 3000

/** Whether the database answers: 200 or 503. Says nothing else, so it needs no session. */
export async function GET(): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  try {
    await within(PATIENCE_MS, database().rows('SELECT 1'))
    return Response.json({ database: 'answers' }, { headers })
  } catch {
    return Response.json({ database: 'away' }, { status: 503, headers })
  }
}
