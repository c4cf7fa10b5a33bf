/** Which passwords are refused: too short, too easily guessed, or among those that leaked. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

export const MIN_PASSWORD_CHARS = 8
export const MAX_PASSWORD_CHARS = 128
/** Of 0 to 4; 3 withstands some 10^8 guesses, which is what a leaked hash of ours costs at least. */
const LEAST_SCORE = 3

export type PasswordProblem = 'short' | 'long' | 'weak'

let checker: ZxcvbnFactory | undefined

/**
 * What is wrong with a new password; undefined: nothing. Known leaked passwords, keyboard rows,
 * dates, repetitions and what is known of the person count as easily guessed.
 * @param own words of the person: e-mail address, name.
 */
export function passwordProblem(
  password: string,
  own: readonly string[] = [],
): PasswordProblem | undefined {
  if (password.length < MIN_PASSWORD_CHARS) return 'short'
  if (password.length > MAX_PASSWORD_CHARS) return 'long'
  // Made at the first use: the dictionaries take some 100 ms.
  checker ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  // Alone and joined: MariaSouza1 is as easily guessed as maria1.
  const known = own.flatMap((text) => [
    text,
    text.replace(/[^\p{L}\p{N}]+/gu, ''),
    ...text.split(/[\s@.]+/),
  ])
  const words = ['lazaret', 'quarantine', ...known]
  const { score } = checker.check(
    password.trim(),
    words.filter((word) => word.length > 2),
  )
  return score < LEAST_SCORE ? 'weak' : undefined
}

/** What is wrong, as a sentence for the terminal and for records. */
export const PASSWORD_PROBLEMS: Record<PasswordProblem, string> = {
  short: `at least ${MIN_PASSWORD_CHARS} characters`,
  long: `at most ${MAX_PASSWORD_CHARS} characters`,
  weak: 'too easy to guess, or known from leaks: take several unrelated words',
}
