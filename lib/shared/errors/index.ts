/**
 * The errors that Lazaret raises on purpose. Anything else that is thrown is a fault of the
 * program and ends a command with exit code 1.
 */

/** Where in the input an error lies; every part is optional, all that is known is given. */
export interface ErrorPlace {
  /** File as the user named it, relative to the delivery where there is one. */
  file?: string
  /** 1-based physical line in that file. */
  line?: number
  /** Column name (source or Silver). */
  column?: string
  /** Rule or check code. */
  rule?: string
}

/** An error with an exit code, a place and a hint about what to do next. */
export class LazaretError extends Error {
  override readonly name: string = 'LazaretError'
  constructor(
    message: string,
    readonly exitCode: 1 | 2 | 3 = 1,
    readonly place: ErrorPlace = {},
    readonly hint?: string,
  ) {
    super(message)
  }
}

/** The command line, or a setting, asks for something that does not exist. Exit 1. */
export class UsageError extends LazaretError {
  override readonly name = 'UsageError'
  constructor(message: string, hint?: string) {
    super(message, 1, {}, hint)
  }
}

/** A declaration contradicts itself or the schema. Exit 1; names the file and the field. */
export class DeclarationError extends LazaretError {
  override readonly name = 'DeclarationError'
  constructor(
    readonly declaration: string,
    readonly field: string,
    problem: string,
  ) {
    super(`${declaration}: ${field}: ${problem}`, 1, { file: declaration })
  }
}

/** Why a whole delivery was refused; nothing changed in Silver or quarantine. */
export type RefusalReason =
  | 'no_such_folder'
  | 'empty_folder'
  | 'missing_file'
  | 'missing_part'
  | 'mixed_delivery'
  | 'unreadable_file'
  | 'unsupported_encoding'
  | 'missing_column'
  | 'duplicate_header'
  | 'no_header'
  | 'empty_file'
  | 'no_rows'
  | 'control_file'
  | 'ready_file'
  | 'shrink'
  | 'as_of'
  | 'sequence'
  | 'busy'

/** The delivery is refused as a whole. Exit 2. */
export class DeliveryRefused extends LazaretError {
  override readonly name = 'DeliveryRefused'
  constructor(
    readonly reason: RefusalReason,
    message: string,
    place: ErrorPlace = {},
    hint?: string,
  ) {
    super(message, 2, place, hint)
  }
}

/** What a person asked for is not done; `code` never changes, the sentence may. */
export abstract class Refused extends LazaretError {
  abstract readonly code: 'forbidden' | 'conflict' | 'not_found' | 'invalid'
}

/** The actor's role does not allow it. */
export class Forbidden extends Refused {
  override readonly name = 'Forbidden'
  readonly code = 'forbidden'
  constructor(
    readonly action: string,
    /** The least role that may; what a disabled button says. */
    readonly needs: string,
    /** The actor's own; null when nobody is signed in. */
    readonly role: string | null,
  ) {
    super(
      role === null ? `${action}: sign in first` : `${action} needs the role ${needs}, not ${role}`,
    )
  }
}

export type ConflictReason =
  /** A run or replay is writing. */
  | 'busy'
  /** Rows, an alert or a replay are no longer in the state that was acted on. */
  | 'moved_on'
  /** Nothing is there to act on. */
  | 'nothing_matches'
  /** Another number of rows than the person saw. */
  | 'other_number'
  | 'already_claimed'
  /** The request id was used for something else. */
  | 'request_id'
  /** Nobody would be left who may manage accounts. */
  | 'last_administrator'
  /** There is no balanced state that could be declared. */
  | 'not_declarable'
  /** The e-mail address has an account. */
  | 'account_exists'

/** The state no longer allows it; nothing was done. */
export class Conflict extends Refused {
  override readonly name = 'Conflict'
  readonly code = 'conflict'
  constructor(
    readonly reason: ConflictReason,
    message: string,
    /** What is in the way: ids of rows, causes, an alert or a replay, 1,000 at most. */
    readonly ids: number[] = [],
  ) {
    super(message)
  }
}

/** There is no such thing. */
export class NotFound extends Refused {
  override readonly name = 'NotFound'
  readonly code = 'not_found'
  constructor(
    message: string,
    readonly ids: number[] = [],
  ) {
    super(message)
  }
}

/** The input is not what the verb takes. */
/** The database holds the line and does not answer. */
export class DatabaseSilent extends LazaretError {
  override readonly name = 'DatabaseSilent'
  constructor(milliseconds: number) {
    super(`The database did not answer in ${milliseconds / 1000} s`, 1, {}, 'Look at its server')
  }
}

export class Invalid extends Refused {
  override readonly name = 'Invalid'
  readonly code = 'invalid'
  constructor(
    message: string,
    /** Path of the field → what is wrong with it. */
    readonly fields: Record<string, string>,
  ) {
    super(message)
  }
}

/** One line for a person: what, where, what to do. */
export function describeError(error: unknown): string {
  if (!(error instanceof LazaretError)) {
    return error instanceof Error ? error.message : String(error)
  }
  const { file, line, column, rule } = error.place
  const place = [
    file && !error.message.includes(file) ? file : undefined,
    line ? `line ${line}` : undefined,
    column && !error.message.includes(column) ? `column ${column}` : undefined,
    rule && !error.message.includes(rule) ? `rule ${rule}` : undefined,
  ].filter(Boolean)
  const where = place.length > 0 ? ` (${place.join(', ')})` : ''
  return `${error.message}${where}${error.hint ? `. ${error.hint}` : ''}`
}
