import { expect, it, onTestFinished, vi } from 'vitest'
import { NoSlot } from '@/lib/server/limits/slots'
import { boundedDownload, boundedStream, type DownloadEnd } from './guard'
import { bytesOf } from './testing'

const LIMITS = { longestMs: 60_000, judgedEveryMs: 60_000, leastBytesPerSecond: 1 }

/** Chunks without end, or as many as given; `left` when its reader has gone. */
function source(chunks = Number.POSITIVE_INFINITY, bytes = 1000) {
  const state = { left: false, given: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (state.given++ >= chunks) controller.close()
        else controller.enqueue(new Uint8Array(bytes))
      },
      cancel() {
        state.left = true
      },
    },
    { highWaterMark: 0 },
  )
  return { state, body }
}

it('gives the same bytes and says how many', async () => {
  const ends: DownloadEnd[] = []
  const read = await bytesOf(boundedStream(source(5).body, LIMITS, (end) => ends.push(end)))
  expect(read).toHaveLength(5000)
  expect(ends).toEqual([{ bytes: 5000, complete: true }])
})

it('ends a reader that never reads, one that is slow, and one that takes too long', async () => {
  for (const limits of [
    { ...LIMITS, judgedEveryMs: 40, leastBytesPerSecond: 1_000_000 },
    { ...LIMITS, longestMs: 80 },
  ]) {
    for (const reads of [0, 2]) {
      const { state, body } = source()
      const ends: DownloadEnd[] = []
      const reader = boundedStream(body, limits, (end) => ends.push(end)).getReader()
      for (let n = 0; n < reads; n++) await reader.read()
      await expect.poll(() => ends).toEqual([{ bytes: reads * 1000, complete: false }])
      expect(state.left).toBe(true)
      await expect(reader.read()).rejects.toThrow('the download was ended')
    }
  }
})

it('lets a fast reader go on past the time at which speed is judged', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const limits = { ...LIMITS, judgedEveryMs: 1000, leastBytesPerSecond: 900 }
  const reader = boundedStream(source().body, limits, () => {}).getReader()
  for (let n = 0; n < 20; n++) {
    expect((await reader.read()).done).toBe(false)
    vi.advanceTimersByTime(500)
  }
  vi.advanceTimersByTime(2000)
  await expect(reader.read()).rejects.toThrow('too slow')
})

it('gives a place back when it ends, is refused or fails; one person holds two', async () => {
  const open = (person: string) =>
    boundedDownload(person, async () => ({ ...source(), filename: 'f', contentType: 't' }))
  const held = [await open('ana'), await open('ana')]
  await expect(open('ana')).rejects.toThrow(NoSlot)
  await (await open('bob'))?.body.cancel()
  await held[0]?.body.cancel()
  for (let n = 0; n < 3; n++) {
    expect(await boundedDownload('ana', async () => undefined)).toBeUndefined()
    await expect(boundedDownload('ana', () => Promise.reject(new Error('away')))).rejects.toThrow()
  }
  await (await open('ana'))?.body.cancel()
  await held[1]?.body.cancel()
})
