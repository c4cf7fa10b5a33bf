/** A window of a file's bytes that moves forward; its size follows the longest record in it. */
import type { ByteStream } from './source/byte-stream'

/** A record cut off by the window is tried again at each chunk up to this, then at each doubling. */
const RETRY_BYTES = 64 * 1024
const MAX_STEP_BYTES = 4 * 1024 * 1024

export class FileWindow {
  bytes: Buffer
  /** Filled bytes are [pos, end). */
  pos: number
  end = 0
  /** The file ends at end. */
  final = false
  private taken = 0

  /**
   * @param skip bytes at the head that are read, but are not part of the window
   * @param until bytes after which the window ends, when that is before the end of the stream
   */
  constructor(
    private readonly stream: ByteStream,
    private readonly chunkBytes: number,
    skip: number,
    private readonly until = Number.POSITIVE_INFINITY,
  ) {
    this.bytes = Buffer.allocUnsafe(2 * chunkBytes)
    this.pos = skip
  }

  /** Drops what lies before pos and reads on, so that the window has grown or is final. */
  async fill(): Promise<void> {
    const kept = Math.max(0, this.end - this.pos)
    if (kept > 0 && this.pos > 0) this.bytes.copyWithin(0, this.pos, this.end)
    this.pos -= this.end - kept
    this.end = kept
    const wanted = kept + Math.min(MAX_STEP_BYTES, kept > RETRY_BYTES ? kept : 1)
    while (!this.final && (this.end < wanted || this.pos > this.end)) {
      if (this.end + this.chunkBytes > this.bytes.length) this.grow()
      const length = Math.min(this.chunkBytes, this.until - this.taken)
      const more = length > 0 ? await this.stream.read(this.bytes, this.end, length) : 0
      if (more === 0) this.final = true
      this.end += more
      this.taken += more
    }
    // The file has lost its header since it was opened.
    if (this.pos > this.end) this.pos = this.end
  }

  private grow(): void {
    const larger = Buffer.allocUnsafe(2 * this.bytes.length + this.chunkBytes)
    this.bytes.copy(larger, 0, 0, this.end)
    this.bytes = larger
  }
}
