/** The bytes of a file, pulled piece by piece: as they stand, unpacked, or in another encoding. */
import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

const CHUNK_BYTES = 256 * 1024

export interface ByteStream {
  /** Fills at most `length` bytes of the buffer from `offset`. @returns bytes filled, 0 at the end */
  read(buffer: Buffer, offset: number, length: number): Promise<number>
  /** Bytes of the file itself (packed, if it is) that were read so far. */
  fileBytes(): number
  /** Reads the file to its end. @returns SHA-256 of its bytes, hexadecimal */
  digest(): Promise<string>
  close(): Promise<void>
}

/** A file as it stands. */
export class FileStream implements ByteStream {
  private count = 0

  private constructor(
    private readonly handle: FileHandle,
    private readonly hash: Hash | undefined,
  ) {}

  /** @param hashed false where nobody will ask for the digest, which costs most of the time */
  static async open(path: string, hashed: boolean): Promise<FileStream> {
    return new FileStream(await open(path, 'r'), hashed ? createHash('sha256') : undefined)
  }

  async read(buffer: Buffer, offset: number, length: number): Promise<number> {
    const { bytesRead } = await this.handle.read(buffer, offset, length, null)
    this.hash?.update(buffer.subarray(offset, offset + bytesRead))
    this.count += bytesRead
    return bytesRead
  }

  /** The rest of the file in pieces that stay valid. */
  async *chunks(): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      const length = await this.read(chunk, 0, CHUNK_BYTES)
      if (length === 0) return
      yield chunk.subarray(0, length)
    }
  }

  fileBytes(): number {
    return this.count
  }

  async digest(): Promise<string> {
    const rest = Buffer.allocUnsafe(CHUNK_BYTES)
    while ((await this.read(rest, 0, CHUNK_BYTES)) > 0);
    return this.hash?.digest('hex') ?? ''
  }

  close(): Promise<void> {
    return this.handle.close()
  }
}

/** Bytes that a generator makes from those of a file. */
export class MadeStream implements ByteStream {
  private readonly pieces: AsyncIterator<Buffer>
  private piece: Buffer = Buffer.alloc(0)

  constructor(
    private readonly file: ByteStream,
    pieces: AsyncIterable<Buffer>,
  ) {
    this.pieces = pieces[Symbol.asyncIterator]()
  }

  async read(buffer: Buffer, offset: number, length: number): Promise<number> {
    while (this.piece.length === 0) {
      const next = await this.pieces.next()
      if (next.done) return 0
      this.piece = next.value
    }
    const taken = this.piece.copy(buffer, offset, 0, length)
    this.piece = this.piece.subarray(taken)
    return taken
  }

  fileBytes(): number {
    return this.file.fileBytes()
  }

  digest(): Promise<string> {
    return this.file.digest()
  }

  async close(): Promise<void> {
    await this.pieces.return?.()
    await this.file.close()
  }
}

/** Reads up to `bytes` from the beginning. */
export async function readHead(stream: ByteStream, bytes: number): Promise<Buffer> {
  const head = Buffer.allocUnsafe(bytes)
  let length = 0
  while (length < bytes) {
    const more = await stream.read(head, length, bytes - length)
    if (more === 0) break
    length += more
  }
  return head.subarray(0, length)
}
