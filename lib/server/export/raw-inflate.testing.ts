/** Node before 20.12 has no raw inflate among its web streams; the reader of these tests needs it. */
import { Duplex } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

try {
  new DecompressionStream('deflate-raw')
} catch {
  globalThis.DecompressionStream = class {
    constructor() {
      // biome-ignore lint/correctness/noConstructorReturn: a web stream cannot be made from Node's otherwise
      return Duplex.toWeb(createInflateRaw()) as unknown as DecompressionStream
    }
  } as unknown as typeof DecompressionStream
}
