/** What a file is wrapped in, told by its first bytes and not by its name: nothing, gzip or zip. */
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { DeliveryRefused } from '@/lib/shared/errors'
import { type ByteStream, FileStream, MadeStream, readHead } from './byte-stream'
import { onlyMember, unzipped, type ZipMember } from './zip'

export type Compression = 'none' | 'gzip' | 'zip'

export interface Container {
  path: string
  file: string
  /** Size of the file itself. */
  bytes: number
  compression: Compression
  /** Name of the file inside, where the archive has one. */
  member?: string
  /** The archive is a workbook: its members are its sheets. */
  workbook: boolean
  /** The bytes inside, from the beginning. @param hashed somebody will ask for the digest */
  open(hashed: boolean): Promise<ByteStream>
}

/**
 * Looks at a file.
 * @param declared refused when the file is something else
 * @throws DeliveryRefused unreadable_file
 */
export async function openContainer(path: string, declared?: Compression): Promise<Container> {
  const file = basename(path)
  try {
    const status = await stat(path)
    if (!status.isFile()) {
      throw new DeliveryRefused('unreadable_file', `${file} is not a file`, { file })
    }
    const magic = await firstBytes(path)
    const gzip = magic[0] === 0x1f && magic[1] === 0x8b && magic[2] === 8
    const zip = magic.toString('latin1', 0, 4) === 'PK\x03\x04'
    const base = { path, file, bytes: status.size, workbook: false }
    if (declared && declared !== (gzip ? 'gzip' : zip ? 'zip' : 'none')) {
      const found = gzip ? 'gzip' : zip ? 'a zip archive' : 'not compressed'
      const message = `${file} is declared ${declared}, but is ${found}`
      throw new DeliveryRefused('unreadable_file', message, { file })
    }
    if (gzip) {
      return { ...base, compression: 'gzip', open: (hashed) => gunzipped(path, file, hashed) }
    }
    if (!zip) {
      return { ...base, compression: 'none', open: (hashed) => FileStream.open(path, hashed) }
    }
    const member = await onlyMember(path, file)
    if (member === 'workbook') {
      const open = (hashed: boolean) => FileStream.open(path, hashed)
      return { ...base, compression: 'none', workbook: true, open }
    }
    const open = (hashed: boolean) => fromZip(path, file, member, hashed)
    return { ...base, compression: 'zip', member: member.name, open }
  } catch (error) {
    return refuseUnreadable(file, error)
  }
}

/** Turns an error of the file system into a refusal that names the file; others pass. */
export function refuseUnreadable(file: string, error: unknown): never {
  if (!(error instanceof Error) || !('syscall' in error)) throw error
  const code = 'code' in error ? String(error.code) : ''
  const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code || error.message})`
  throw new DeliveryRefused('unreadable_file', `${file} ${why}`, { file })
}

async function firstBytes(path: string): Promise<Buffer> {
  const stream = await FileStream.open(path, false)
  try {
    return await readHead(stream, 4)
  } finally {
    await stream.close()
  }
}

async function gunzipped(path: string, file: string, hashed: boolean): Promise<ByteStream> {
  const packed = await FileStream.open(path, hashed)
  return new MadeStream(packed, gunzip(packed, file))
}

async function* gunzip(packed: FileStream, file: string): AsyncGenerator<Buffer, void, undefined> {
  const unpack = createGunzip({ chunkSize: 256 * 1024 })
  const fed = pipeline(Readable.from(packed.chunks()), unpack).catch(() => {})
  try {
    for await (const piece of unpack) yield piece
    await fed
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error
    const why = error instanceof Error ? error.message : String(error)
    const hint = 'It may have been cut off on its way: send it again'
    throw new DeliveryRefused(
      'unreadable_file',
      `${file} cannot be unpacked: ${why}`,
      { file },
      hint,
    )
  } finally {
    unpack.destroy()
    await fed
  }
}

async function fromZip(path: string, file: string, member: ZipMember, hashed: boolean) {
  const packed = await FileStream.open(path, hashed)
  return new MadeStream(packed, unzipped(path, file, member))
}
