import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { UsageError } from '@/lib/shared/errors'

/**
 * The checkout, wherever the command was started from. Not `new URL('..', import.meta.url)`:
 * bundlers read that pattern as a file to ship.
 */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    // `+03:00` and `EST5EDT` are accepted by Intl too, but PostgreSQL reads offsets the other way.
    return /^(UTC|[A-Za-z_]+\/[A-Za-z0-9_+\-/]+)$/.test(zone)
  } catch {
    return false
  }
}

/** An address that pages can be appended to: no query, no fragment. */
function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  const { search, hash, username } = new URL(text)
  return search === '' && hash === '' && username === ''
}

const Settings = z.object({
  /** A PostgreSQL server of one's own; unset: the embedded one. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'must look like postgres://user:password@host:5432/database')
    .refine((url) => URL.canParse(url), 'is not a valid URL (are special characters encoded?)')
    .optional(),
  /** Where the embedded server and other local state live. */
  LAZARET_DATA: z
    .string()
    .default('.lazaret')
    .transform((folder) => path.resolve(projectRoot, folder)),
  /** The one time zone in which days begin and end. */
  LAZARET_TIMEZONE: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone such as America/Sao_Paulo')
    .default('America/Sao_Paulo'),
  /** Days for which Bronze is kept beyond what the design always keeps. */
  LAZARET_BRONZE_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of days')
    .transform(Number)
    .default(35),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65535, 'must lie between 1 and 65535')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Folders with domains of one's own, separated by commas. */
  LAZARET_DOMAINS: z
    .string()
    .default('')
    .transform((folders) =>
      folders
        .split(',')
        .map((folder) => folder.trim())
        .filter(Boolean)
        .map((folder) => path.resolve(projectRoot, folder)),
    ),
  /** Whether an empty embedded database is given something to show. */
  LAZARET_DEMO: z.enum(['on', 'off'], 'must be on or off').default('on'),
  /** Where deliveries arrive; unset: `inbox` in the data folder of the embedded server, else none. */
  LAZARET_INBOX: z
    .string()
    .transform((folder) => path.resolve(projectRoot, folder))
    .optional(),
  /** When the inbox is looked at and when nightly replays begin, in the workspace's time zone. */
  LAZARET_INBOX_CRON: z.string().default('* * * * *'),
  LAZARET_NIGHTLY_CRON: z.string().default('0 3 * * *'),
  /** The mail server. Here and not in the database, because it holds a password. */
  LAZARET_SMTP_URL: z
    .string()
    // Without the URL: messages about settings are logged.
    .regex(/^smtps?:\/\/./, 'must look like smtp://user:password@host:587 or smtps://…')
    .refine((url) => URL.canParse(url), 'is not a valid URL (are special characters encoded?)')
    .optional(),
  /** Sender of mails; unset: `lazaret@` the host of LAZARET_URL. */
  LAZARET_MAIL_FROM: z.email('must be an e-mail address').optional(),
  /** Where people reach the app, for the links in messages; unset: http://HOST:PORT. */
  LAZARET_URL: z
    .string()
    .refine(isWebAddress, 'must look like https://lazaret.example.com')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Other names under which the app answers, with commas between: lazaret.intern,10.0.0.7:3000. */
  LAZARET_HOSTS: z
    .string()
    .regex(/^[A-Za-z0-9.:[\]_,\s-]+$/, 'must be host names with commas between')
    .default('')
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  /** Proxies whose X-Forwarded headers are believed, with commas between: 10.0.0.0/8,192.0.2.7. */
  LAZARET_TRUSTED_PROXIES: z
    .string()
    .regex(/^[0-9A-Fa-f.:/,\s]*$/, 'must be addresses or ranges such as 10.0.0.0/8')
    .default(''),
  /** Rows of a replay per transaction: many for set-based work, few enough to show progress. */
  LAZARET_REPLAY_CHUNK: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a number of rows')
    .transform(Number)
    .default(50_000),
})

export type Settings = z.infer<typeof Settings>

/**
 * The settings of this process, read from the environment at each call (it is cheap, and tests
 * change them). A variable that is set to nothing counts as unset.
 * @throws UsageError naming each variable that cannot be used.
 */
export function readSettings(source: Record<string, string | undefined> = process.env): Settings {
  const given = Object.fromEntries(
    Object.keys(Settings.shape).map((name) => [name, source[name]?.trim() || undefined]),
  )
  const parsed = Settings.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new UsageError(`Bad setting: ${problems.join('; ')}`)
}

/** A listening address as one that can be asked: http://127.0.0.1:3000 */
export function addressOf(port: number, host: string): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** Where people reach the app: what links in messages begin with. No slash at the end. */
export function publicUrl({ LAZARET_URL, PORT, HOST }: Settings = readSettings()): string {
  return LAZARET_URL ?? addressOf(PORT, HOST)
}
