/**
 * Bounds a download: a place per person, a longest duration, a least speed. Whatever becomes of the
 * response, the place and the snapshot are given back.
 */
import { Slots } from '@/lib/server/limits/slots'
import type { Download } from './download'

export interface DownloadLimits {
  /** A download ends after so long, however fast it is. */
  longestMs: number
  /** Time of waiting for the reader after which its speed is judged, again and again. */
  judgedEveryMs: number
  /** A reader that is slower than this while it is waited for is ended. */
  leastBytesPerSecond: number
}

const LIMITS: DownloadLimits = {
  longestMs: 30 * 60_000,
  judgedEveryMs: 30_000,
  leastBytesPerSecond: 16 * 1024,
}

/** Places for downloads in this process; each holds a connection and a snapshot. */
const slots = new Slots(10, 2)

/** What a download came to, for the record. */
export interface DownloadEnd {
  bytes: number
  complete: boolean
}

/**
 * Makes a download that is bounded.
 * @param person whose place it takes.
 * @param make opens what is downloaded; undefined: there is nothing of the kind.
 * @param ended told once, when the download has ended in whatever way.
 * @throws NoSlot when the person, or everybody, downloads as much as may be.
 */
export async function boundedDownload<T extends Download | Response>(
  person: string,
  make: () => Promise<T | undefined>,
  ended: (end: DownloadEnd) => void = () => {},
  limits = LIMITS,
): Promise<T | undefined> {
  const release = slots.take(person)
  try {
    const file = await make()
    if (!file || file instanceof Response) {
      release()
      return file
    }
    const body = boundedStream(file.body, limits, (end) => {
      release()
      ended(end)
    })
    return { ...file, body }
  } catch (error) {
    release()
    throw error
  }
}

/** The same bytes, as fast as their reader; ended with an error when it is too slow or too late. */
export function boundedStream(
  source: ReadableStream<Uint8Array>,
  limits: DownloadLimits,
  ended: (end: DownloadEnd) => void,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  const begun = performance.now()
  let bytes = 0
  let over = false
  let fail = (_: Error) => {}
  // The reader is waited for from the moment at which the response is there.
  let waitingSince: number | undefined = begun
  let waited = 0
  let judgedBytes = 0
  const end = (complete: boolean) => {
    if (over) return
    over = true
    clearInterval(timer)
    ended({ bytes, complete })
  }
  const stop = (why: string) => {
    if (over) return
    fail(new Error(`the download was ended: ${why}`))
    end(false)
    void reader.cancel().catch(() => {})
  }
  const look = () => {
    const now = performance.now()
    if (now - begun > limits.longestMs) return stop('it took too long')
    const waiting = waited + (waitingSince === undefined ? 0 : now - waitingSince)
    if (waiting < limits.judgedEveryMs) return
    if ((judgedBytes * 1000) / waiting < limits.leastBytesPerSecond) return stop('too slow')
    judgedBytes = 0
    waited = 0
    if (waitingSince !== undefined) waitingSince = now
  }
  const timer = setInterval(look, Math.min(limits.judgedEveryMs / 4, limits.longestMs / 4, 5000))
  timer.unref()
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        fail = (error) => controller.error(error)
      },
      async pull(controller) {
        if (waitingSince !== undefined) waited += performance.now() - waitingSince
        waitingSince = undefined
        try {
          const { done, value } = await reader.read()
          if (over) return
          if (done) {
            controller.close()
            return end(true)
          }
          bytes += value.length
          judgedBytes += value.length
          controller.enqueue(value)
          waitingSince = performance.now()
        } catch (error) {
          if (!over) controller.error(error)
          end(false)
        }
      },
      async cancel() {
        end(false)
        await reader.cancel()
      },
    },
    { highWaterMark: 0 },
  )
}
