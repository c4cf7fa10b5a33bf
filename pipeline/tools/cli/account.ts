import { createInterface } from 'node:readline'
import { NewAccount, putAccount } from '@/lib/shared/auth/accounts'
import { PASSWORD_PROBLEMS, passwordProblem } from '@/lib/shared/auth/password'
import { withDb } from '@/lib/shared/db/connection'
import { UsageError } from '@/lib/shared/errors'
import { makePassword } from '@/lib/shared/util/random'
import { openPrepared } from '@/pipeline/service/start/prepare'
import { logError, print, printJson } from './output'

interface AccountFlags {
  email: string
  name: string
  role: string
  password?: string
  passwordStdin?: boolean
  json?: boolean
}

/**
 * `account create`: how the first administrator comes about. An existing account gets this name,
 * role and password, and its sessions end. @returns the exit code.
 */
export async function accountCreateCommand(flags: AccountFlags): Promise<number> {
  try {
    const given = flags.passwordStdin ? await firstLine() : flags.password
    const password = given ?? makePassword()
    const { email, name, role } = flags
    const parsed = NewAccount.safeParse({ email, name, role, password })
    if (!parsed.success) {
      const problems = parsed.error.issues.map((i) => `--${i.path.join('.')}: ${i.message}`)
      throw new UsageError(problems.join('; '))
    }
    const weak = passwordProblem(parsed.data.password, [parsed.data.email, parsed.data.name])
    if (weak) throw new UsageError(`The password is refused: ${PASSWORD_PROBLEMS[weak]}`)
    const database = await openPrepared()
    try {
      const id = await write(database.url, parsed.data)
      const account = { id, email: parsed.data.email, role }
      const shown = given === undefined ? { password } : {}
      if (flags.json) printJson({ account: { ...account, ...shown } })
      else {
        print(`${account.email} is ${role}`)
        if (given === undefined) print(`password, shown this once: ${password}`)
      }
    } finally {
      await database.close()
    }
    return 0
  } catch (error) {
    if (flags.json)
      printJson({ error: { message: error instanceof Error ? error.message : String(error) } })
    logError(error)
    return 1
  }
}

async function write(url: string, account: NewAccount): Promise<string> {
  return withDb(url, (db) =>
    db.transaction(async () => {
      const id = await putAccount(db, account)
      await db.exec('DELETE FROM auth.session WHERE user_id = $1', [id])
      return id
    }),
  )
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    lines.close()
    return line
  }
  return ''
}
