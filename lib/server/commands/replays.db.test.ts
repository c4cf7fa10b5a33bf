import { runMigrations } from 'graphile-worker'
import { describe, expect, it } from 'vitest'
import { Forbidden, NotFound } from '@/lib/shared/errors'
import { executeReplay } from '@/pipeline/operations/replay/execute'
import { cancelReplay } from './cancel-replay'
import { close } from './close'
import { everything, expectExact, type Lab, NOON, openLab, person, wish } from './lab.testing'
import { requestReplay } from './request-replay'

const domain = 'adhoc'
const analyst = person('analyst', 'bia')

async function openReady(): Promise<Lab> {
  const lab = await openLab()
  await runMigrations({ connectionString: lab.t.url })
  await lab.t.run({ 'PAIS.csv': 'id,nome\nX,Xica\n' }, { mode: 'delta' })
  return lab
}

const jobs = async ({ t }: Lab) =>
  (await t.db.rows<{ key: string }>('SELECT key FROM graphile_worker.jobs ORDER BY key')).map(
    (r) => r.key,
  )

describe('replays', () => {
  it('are asked for once, with their job, and settle what they froze', async () => {
    const lab = await openReady()
    const call = { db: lab.db, actor: analyst }
    const input = {
      requestId: wish(),
      domain,
      target: { cause: await lab.cause('FILHOS_SEM_PAI', 'X') },
    }
    const asked = await Promise.all([1, 2, 3].map(() => requestReplay(call, input)))
    const { replay } = asked[0] as { replay: number }
    for (const one of asked) expect(one).toMatchObject({ replay, requested: 2, cascaded: 2 })
    expect(asked.filter((one) => !one.repeated)).toHaveLength(1)
    expect(await jobs(lab)).toEqual([`replay:${replay}`])
    await executeReplay(lab.t.url, lab.t.domain, replay)
    const row = await lab.t.db.row(
      'SELECT actor, status, settled FROM quality.replay WHERE id = $1',
      [replay],
    )
    expect(row).toEqual({ actor: 'bia', status: 'done', settled: 4 })
    await expectExact(lab)
    await expect(requestReplay(call, { ...input, requestId: wish() })).rejects.toMatchObject({
      reason: 'nothing_matches',
    })
  })

  it('by ids and by filter, of a preview that is done, and closed rows in scope', async () => {
    const lab = await openReady()
    const call = { db: lab.db, actor: analyst }
    const steward = { db: lab.db, actor: person('steward'), at: NOON }
    await close(steward, {
      requestId: wish(),
      domain,
      target: { ids: [lab.id('b')] },
      reason: 'no use',
    })
    const ids = [lab.id('a'), lab.id('b')]
    expect(await requestReplay(call, { requestId: wish(), domain, target: { ids } })).toMatchObject(
      { requested: 2 },
    )
    const filter = { ready: true, dataset: 'filhos' }
    const preview = await requestReplay(call, {
      requestId: wish(),
      domain,
      target: { filter },
      kind: 'preview',
    })
    expect(preview).toMatchObject({ requested: 1, cascaded: 2 })
    const execute = { requestId: wish(), domain, target: { filter }, previewId: preview.replay }
    await expect(requestReplay(call, execute)).rejects.toMatchObject({ reason: 'moved_on' })
    await executeReplay(lab.t.url, lab.t.domain, preview.replay)
    expect(await requestReplay(call, execute)).toMatchObject({ requested: 1, cascaded: 2 })
    const wrong = { requestId: wish(), domain, target: { filter, expected: 9 } }
    await expect(requestReplay(call, wrong)).rejects.toMatchObject({ reason: 'other_number' })
    const unknown = { requestId: wish(), domain, target: { filter }, previewId: 999 }
    await expect(requestReplay(call, unknown)).rejects.toThrow(NotFound)
  })

  it('leave nothing behind when they are refused', async () => {
    const lab = await openReady()
    const before = await everything(lab)
    const input = { requestId: wish(), domain, target: { filter: {} } }
    for (const actor of [null, person('viewer')]) {
      await expect(requestReplay({ db: lab.db, actor }, input)).rejects.toThrow(Forbidden)
    }
    await lab.t.db.exec('DROP FUNCTION graphile_worker.add_job CASCADE')
    await expect(requestReplay({ db: lab.db, actor: analyst }, input)).rejects.toThrow(/add_job/)
    expect(await everything(lab)).toBe(before)
  })

  it('are cancelled by who asked for them or by a steward, while they run', async () => {
    const lab = await openReady()
    const ask = async () => {
      const input = { requestId: wish(), domain, target: { filter: { ready: true } } }
      return (await requestReplay({ db: lab.db, actor: analyst }, input)).replay
    }
    const cancel = (actor: ReturnType<typeof person> | null, replay: number) =>
      cancelReplay({ db: lab.db, actor }, { requestId: wish(), replay })
    const first = await ask()
    await expect(cancel(null, first)).rejects.toThrow(Forbidden)
    await expect(cancel(person('viewer'), first)).rejects.toThrow(Forbidden)
    await expect(cancel(person('analyst', 'otto'), first)).rejects.toThrow(Forbidden)
    expect(await cancel(analyst, first)).toEqual({ replay: first, already: false, repeated: false })
    expect(await cancel(person('steward'), first)).toMatchObject({ already: true })
    await executeReplay(lab.t.url, lab.t.domain, first)
    const row = await lab.t.db.row(
      'SELECT status, cancelled_by, settled, skipped FROM quality.replay WHERE id = $1',
      [first],
    )
    expect(row).toEqual({ status: 'cancelled', cancelled_by: 'bia', settled: 0, skipped: 4 })
    await expect(cancel(analyst, first)).rejects.toMatchObject({ reason: 'moved_on', ids: [first] })
    expect(await cancel(person('steward'), await ask())).toMatchObject({ already: false })
    await expect(cancel(analyst, 999)).rejects.toThrow(NotFound)
  })
})
