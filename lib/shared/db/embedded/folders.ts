import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { LazaretError, UsageError } from '@/lib/shared/errors'
import { type Account, canEnter, serverAccount } from './account'

export interface Folders {
  /** Ours and private: who uses the server, who keeps it, the password. */
  state: string
  /** The server account's: its data folder and its log. */
  cluster: string
  /** Readable by all; where programs are copied to if need be. */
  programs: string
  /** Who runs PostgreSQL. */
  account: Account
  /** Who runs the keeper: as root in another's data folder, that other, who shall be able to go on. */
  owner: Account
}

/** Below here root puts what an unprivileged account must reach and cannot in the data folder. */
const SHARED_PLACE = '/var/lib/lazaret'

function makeFolder(folder: string, mode: number, account?: Account): void {
  if (statSync(folder, { throwIfNoEntry: false })) return
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, mode) // whatever the umask says
  if (account) chownSync(folder, account.uid, account.gid)
}

/**
 * Decides where everything of the server of one data folder lives, and makes the folders.
 * @throws UsageError when the data folder is not ours to use.
 */
export function prepareFolders(dataFolder: string, log: (line: string) => void): Folders {
  try {
    makeFolder(dataFolder, 0o711)
    const state = path.join(dataFolder, 'server')
    makeFolder(state, 0o700)

    let base = dataFolder
    let account = serverAccount(path.join(base, 'postgres'))
    if (account && !canEnter(account, base)) {
      const mark = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)
      base = path.join(SHARED_PLACE, mark)
      makeFolder(SHARED_PLACE, 0o755)
      makeFolder(base, 0o711)
      account = serverAccount(path.join(base, 'postgres'))
      log(`PostgreSQL does not run as root and nobody else may enter ${dataFolder}: using ${base}`)
      if (!canEnter(account, base)) {
        throw new LazaretError(`Account ${account?.uid} cannot enter ${base} either`)
      }
    }
    const cluster = path.join(base, 'postgres')
    makeFolder(cluster, 0o700, account)
    const { uid, gid } = statSync(state)
    const owner = account && uid !== 0 ? { uid, gid } : undefined
    return { state, cluster, programs: account ? SHARED_PLACE : dataFolder, account, owner }
  } catch (error) {
    throw explainFolderProblem(error, dataFolder)
  }
}

/** The file system's refusals, in words of ours; any other error as it is. */
export function explainFolderProblem(error: unknown, dataFolder: string): unknown {
  const { code, path: place } = error as NodeJS.ErrnoException
  if (!code || !['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(code)) return error
  return new UsageError(
    `The data folder ${dataFolder} cannot be used (${code} at ${place})`,
    'Set LAZARET_DATA to a folder of your own',
  )
}
