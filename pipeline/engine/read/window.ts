/** A window of a file's bytes that moves forward; its size follows the longest record in it. */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

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
  bytesRead = 0
  private readonly hash = createHash('sha256')

  private constructor(
    private readonly handle: FileHandle,
    private readonly chunkBytes: number,
    skip: number,
  ) {
    this.bytes = Buffer.allocUnsafe(2 * chunkBytes)
    this.pos = skip
  }

  /** @param skip bytes at the head that are read and hashed, but are not part of the window */
  static async open(path: string, chunkBytes: number, skip: number): Promise<FileWindow> {
    return new FileWindow(await open(path, 'r'), chunkBytes, skip)
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
      const { bytesRead } = await this.handle.read(this.bytes, this.end, this.chunkBytes, null)
      if (bytesRead === 0) this.final = true
      this.hash.update(this.bytes.subarray(this.end, this.end + bytesRead))
      this.end += bytesRead
      this.bytesRead += bytesRead
    }
    // The file has lost its header since it was opened.
    if (this.pos > this.end) this.pos = this.end
  }

  /** SHA-256 of all bytes read, in hexadecimal; ends the hashing. */
  digest(): string {
    return this.hash.digest('hex')
  }

  close(): Promise<void> {
    return this.handle.close()
  }

  private grow(): void {
    const larger = Buffer.allocUnsafe(2 * this.bytes.length + this.chunkBytes)
    this.bytes.copy(larger, 0, 0, this.end)
    this.bytes = larger
  }
}
