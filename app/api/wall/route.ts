import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { cookies } from 'next/headers'
import { wallViewer } from '@/lib/server/auth/wall'
import { readDisk } from '@/lib/server/disk'
import { readWall } from '@/lib/server/queries/wall'
import { database } from '@/lib/shared/db/client'
import { within } from '@/lib/shared/util/timeout'

export const dynamic = 'force-dynamic'

const PATIENCE_MS = 6000
const headers = { 'cache-control': 'no-store' }
const buildId = readFile(path.join(process.cwd(), '.next', 'BUILD_ID'), 'utf8').catch(() => '')

/** What the wall shows now. 401: not for this screen (any more). 503: the database is away. */
export async function GET(): Promise<Response> {
  // Read before anything is awaited that may fail: outside of it these are faults, not outages.
  await cookies()
  try {
    const viewer = await within(PATIENCE_MS, wallViewer())
    if (viewer === 'closed' || viewer === 'nobody')
      return Response.json({ viewer }, { status: 401, headers })
    const figures = await within(PATIENCE_MS, readWall(database()))
    const body = { figures, disk: await readDisk(), build: await buildId }
    return Response.json(body, { headers })
  } catch (error) {
    console.error('The wall got no figures:', error)
    return Response.json({ reason: 'database' }, { status: 503, headers })
  }
}
