/**
 * What all of people's verbs have in common: the role is checked, the input parsed, and the effect
 * happens once per request id, in one transaction with its record.
 */
import { z } from 'zod'
import { type Action, type Actor, authorize } from '@/lib/shared/auth/permissions'
import type { Database, Reader } from '@/lib/shared/db/database'
import { isCrossed } from '@/lib/shared/db/repeated'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { Conflict, Invalid } from '@/lib/shared/errors'

/** Who calls, on what. */
export interface Call {
  db: Database
  actor: Actor | null | undefined
  /** Clock of the events; now. */
  at?: Date
}

/** What a verb works with inside its transaction. */
export interface Work {
  tx: Reader
  actor: Actor
  /** ISO 8601. */
  at: string
  requestId: string
  /** The clock that the caller gave, if one was given. */
  clock: Date | undefined
}

/** `repeated`: the request was known; this is its result, and nothing happened again. */
export type Done<R> = R & { repeated: boolean }

/**
 * The idempotency key. The client makes it once per request, so that a double click or a retry has
 * one effect.
 */
export const requestId = z.string().min(8).max(100)

/** A strict object with a request id, or a choice of such. */
type VerbInput = z.ZodType<{ requestId: string }, { requestId: string }>

interface Verb<S extends VerbInput, R extends object> {
  name: string
  action: Action
  input: S
  /** Fields of the input that no record may hold: passwords, tokens. */
  secrets?: readonly (keyof z.input<S> & string)[]
  perform(work: Work, input: z.output<S>): Promise<R>
}

const KnownRequest = z.object({
  same: z.boolean(),
  result: z.unknown(),
})

/**
 * Makes a verb.
 * @returns a function that throws Forbidden, Invalid, NotFound or Conflict; then nothing was done.
 */
export function defineVerb<S extends VerbInput, R extends object>(
  verb: Verb<S, R>,
): (call: Call, input: z.input<S>) => Promise<Done<R>> {
  return async ({ db, actor, at }, raw) => {
    authorize(actor, verb.action)
    const input = parse(verb.input, raw)
    const work = {
      actor,
      at: (at ?? new Date()).toISOString(),
      clock: at,
      requestId: input.requestId,
    }
    const said = JSON.stringify({ ...input, requestId: undefined, ...hidden(verb.secrets) })
    const done = db.transaction(async (tx) => {
      const known = await remember({ ...work, tx }, verb.name, said)
      if (known) return { ...(known as R), repeated: true }
      const result = await verb.perform({ ...work, tx }, input)
      await tx.rows('UPDATE quality.command SET result = $2::text::jsonb WHERE request_id = $1', [
        work.requestId,
        JSON.stringify(result),
      ])
      return { ...result, repeated: false }
    })
    return done.catch((error) => {
      if (isCrossed(error)) throw new Conflict('busy', 'a run or replay is writing; try again')
      throw UNFIT.has((error as { code?: string }).code ?? '')
        ? new Invalid('A number is too large, or a text has a character that none can hold', {})
        : error
    })
  }
}

/** What the server says of values that no column can hold: out of range, NUL in text, in JSON. */
const UNFIT = new Set(['22003', '22021', '22P05'])

const hidden = (names: readonly string[] = []) =>
  Object.fromEntries(names.map((name) => [name, undefined]))

function parse<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const fields = Object.fromEntries(
    parsed.error.issues.map((issue) => [issue.path.join('.') || '(input)', issue.message]),
  )
  throw new Invalid(
    Object.entries(fields)
      .map(([field, problem]) => `${field}: ${problem}`)
      .join('; '),
    fields,
  )
}

/** Records the request. The same one at the same time waits here until the first has ended. */
async function remember(work: Work, verb: string, said: string): Promise<unknown> {
  const { tx, actor, at, requestId } = work
  const [fresh] = await tx.rows(
    `INSERT INTO quality.command (request_id, verb, actor, actor_name, at, input)
    VALUES ($1, $2, $3, $4, $5, $6::text::jsonb)
    ON CONFLICT (request_id) DO NOTHING RETURNING request_id`,
    [requestId, verb, actor.id, actor.name, at, said],
  )
  if (fresh) return undefined
  const [known] = await typedRows(
    tx,
    KnownRequest,
    `SELECT verb = $2 AND actor = $3 AND input = $4::text::jsonb AS same, result
    FROM quality.command WHERE request_id = $1`,
    [requestId, verb, actor.id, said],
  )
  if (known?.same) return known.result
  throw new Conflict('request_id', 'this request id was used for something else')
}
