import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { LazaretError } from '@/lib/shared/errors'

/** The account that PostgreSQL runs under; undefined: our own. */
export type Account = { uid: number; gid: number } | undefined

/**
 * PostgreSQL refuses to run as root. As root we use the account that the data folder already
 * belongs to, else `nobody`, which exists everywhere; no account is ever created.
 * @param dataFolder of the server, may be missing
 * @throws LazaretError as root on a system without `nobody`.
 */
export function serverAccount(dataFolder: string): Account {
  if (process.geteuid?.() !== 0) return undefined
  const owner = statSync(dataFolder, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
  if (!line) {
    throw new LazaretError(
      'PostgreSQL does not run as root, and this system has no account "nobody"',
      1,
      {},
      'Start as a normal user, or set DATABASE_URL',
    )
  }
  return { uid: Number(line[1]), gid: Number(line[2]) }
}

/** Can the account enter the folder? (Asked, not computed: there are ACLs and namespaces.) */
export function canEnter(account: Account, folder: string): boolean {
  const asked = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/' })
  return asked.status === 0
}

let pdeathsig: boolean | undefined

/**
 * Words to put before a command so that the kernel sends it `signal` when its parent dies,
 * however it dies. Empty where util-linux' `setpriv` is missing (macOS, some containers).
 */
export function dieWithParent(signal: 'INT' | 'TERM' | 'KILL'): string[] {
  if (pdeathsig === undefined) {
    const tried = spawnSync('setpriv', ['--pdeathsig', signal, 'true'], { stdio: 'ignore' })
    pdeathsig = process.platform === 'linux' && tried.status === 0
  }
  return pdeathsig ? ['setpriv', '--pdeathsig', signal] : []
}

/** For the server's programs: no PG* variable, no locale and no Node option of ours reaches them. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', NODE_ENV: 'production' }
}
