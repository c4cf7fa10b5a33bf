import { expect, test } from 'vitest'
import { openAuthLab } from '@/lib/server/auth/testing'
import { endStale, MAX_STREAMS_PER_SESSION, openStream } from './streams'

const lab = openAuthLab()

/** A session of the person that holds for an hour. */
async function sessionOf(id: string, person: string): Promise<void> {
  await lab.db.rows(
    `INSERT INTO auth.session (id, user_id, token, expires_at)
    VALUES ($1, $2, $1, now() + interval '1 hour')`,
    [id, person],
  )
}

test('a stream ends with its session, and one session has no more than its share', async () => {
  const ana = await lab.person('Ana Streams')
  for (const id of ['ended', 'late', 'held']) await sessionOf(id, ana)
  const ended: string[] = []
  const open = (session: string) => {
    const leave = openStream(
      session,
      () => {
        ended.push(session)
        leave?.()
      },
      () => lab.db,
    )
    return leave
  }
  const held = Array.from({ length: MAX_STREAMS_PER_SESSION }, () => open('held'))
  expect(open('held')).toBeUndefined()
  expect(open('ended')).toBeDefined()
  expect(open('late')).toBeDefined()
  await endStale(lab.db)
  expect(ended).toEqual([])
  await lab.db.rows(`DELETE FROM auth.session WHERE id = 'ended'`)
  await lab.db.rows(`UPDATE auth.session SET expires_at = now() WHERE id = 'late'`)
  await endStale(lab.db)
  expect(ended.sort()).toEqual(['ended', 'late'])
  held[0]?.()
  expect(open('held')).toBeDefined()
  await lab.db.rows(`DELETE FROM auth."user" WHERE id = $1`, [ana])
  await endStale(lab.db)
  expect(ended.filter((session) => session === 'held')).toHaveLength(MAX_STREAMS_PER_SESSION)
})
