/** Zip archives that hold one extract each. */
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { DeliveryRefused } from '@/lib/shared/errors'

/** The one file of an archive. */
export interface ZipMember {
  name: string
  crc32: number
}

/**
 * Finds the one file of an archive; folders, and what macOS adds, do not count.
 * @returns 'workbook' when the archive is an XLSX file
 * @throws DeliveryRefused unreadable_file: several files (named), none, damaged, encrypted
 */
export async function onlyMember(path: string, file: string): Promise<ZipMember | 'workbook'> {
  const archive = await openArchive(path, file)
  try {
    const entries = await listed(archive, file)
    if (entries.some((entry) => entry.fileName === 'xl/workbook.xml')) return 'workbook'
    const files = entries.filter(({ fileName }) => !/\/$|^__MACOSX\/|\.DS_Store$/.test(fileName))
    const [only, ...others] = files
    if (!only) throw new DeliveryRefused('unreadable_file', `${file} holds no file`, { file })
    if (others.length > 0) {
      const names = files.map((entry) => entry.fileName)
      const some = `${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`
      const hint = 'Send one archive per file, or the files themselves'
      const message = `${file} holds ${files.length} files (${some})`
      throw new DeliveryRefused('unreadable_file', message, { file }, hint)
    }
    if (only.isEncrypted()) {
      throw new DeliveryRefused('unreadable_file', `${file} is encrypted`, { file })
    }
    return { name: only.fileName, crc32: only.crc32 }
  } finally {
    archive.close()
  }
}

/** The bytes of the archive's one file. @throws DeliveryRefused when they are damaged */
export async function* unzipped(
  path: string,
  file: string,
  member: ZipMember,
): AsyncGenerator<Buffer, void, undefined> {
  let sum = 0xffffffff
  for await (const piece of memberBytes(path, file, member.name)) {
    sum = crc32(piece, sum)
    yield piece
  }
  if ((sum ^ 0xffffffff) >>> 0 !== member.crc32 >>> 0) {
    const message = `${file}: ${member.name} is damaged (its checksum differs)`
    throw new DeliveryRefused('unreadable_file', message, { file })
  }
}

/** The bytes of a named file of an archive. */
async function* memberBytes(
  path: string,
  file: string,
  name: string,
): AsyncGenerator<Buffer, void, undefined> {
  const archive = await openArchive(path, file)
  try {
    const entry = (await listed(archive, file)).find(({ fileName }) => fileName === name)
    if (!entry) throw damaged(file, `it has no ${name}`)
    const stream = await archive.openReadStreamPromise(entry)
    try {
      for await (const piece of stream) yield piece
    } finally {
      stream.destroy()
    }
  } catch (error) {
    if (error instanceof DeliveryRefused) throw error
    throw damaged(file, error instanceof Error ? error.message : String(error))
  } finally {
    archive.close()
  }
}

async function openArchive(path: string, file: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false })
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error
    throw damaged(file, error instanceof Error ? error.message : String(error))
  }
}

/** Entries of an archive; more than this in one is no extract. */
const MAX_ENTRIES = 10_000

async function listed(archive: ZipFile, file: string): Promise<Entry[]> {
  if (archive.entryCount > MAX_ENTRIES) throw damaged(file, `it lists ${archive.entryCount} files`)
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    archive.on('error', (error) => reject(damaged(file, error.message)))
    archive.on('end', () => resolve(entries))
    archive.on('entry', (entry: Entry) => {
      entries.push(entry)
      archive.readEntry()
    })
    archive.readEntry()
  })
}

function damaged(file: string, why: string): DeliveryRefused {
  const hint = 'It may have been cut off on its way: send it again'
  return new DeliveryRefused(
    'unreadable_file',
    `${file} cannot be unpacked: ${why}`,
    { file },
    hint,
  )
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

/** Running CRC-32 of the zip format (ISO 3309); node:zlib has one from 20.15 on only. */
function crc32(bytes: Buffer, sum: number): number {
  for (let i = 0; i < bytes.length; i++) {
    sum = (CRC_TABLE[(sum ^ (bytes[i] as number)) & 255] as number) ^ (sum >>> 8)
  }
  return sum
}
