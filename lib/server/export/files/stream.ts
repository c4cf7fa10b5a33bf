/** From chunks to the body of an HTTP response: as slow as its reader, and closed when it leaves. */
import type { Readable } from 'node:stream'

/** Bytes gathered before a chunk is handed on. */
export const CHUNK = 64 * 1024

/**
 * A web stream that asks for the next chunk only when its reader does. When the reader leaves, the
 * source is destroyed and `close` called, also while a chunk is awaited.
 */
export function webStream(
  source: Readable,
  close?: () => Promise<void>,
): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value as Uint8Array)
      },
      async cancel() {
        source.destroy()
        await close?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Joins many short texts into few byte chunks. */
export class Chunker {
  private text = ''

  /** Adds text; gives a chunk once there is enough for one. */
  add(text: string): Buffer | undefined {
    this.text += text
    return this.text.length < CHUNK ? undefined : this.rest()
  }

  /** What is left. */
  rest(): Buffer {
    const bytes = Buffer.from(this.text)
    this.text = ''
    return bytes
  }
}
