import { expect, it } from 'vitest'
import { makePassword } from '@/lib/shared/util/random'
import { DEMO_PASSWORD } from './accounts'
import { passwordProblem } from './password'

const own = ['maria.souza@example.org', 'Maria Souza']

it.each([
  ['short', '1234567'],
  ['short', ''],
  ['long', 'x'.repeat(129)],
  ['weak', '12345678'],
  ['weak', 'password'],
  ['weak', 'Passw0rd!'],
  ['weak', '        '],
  ['weak', 'qwertyuiop'],
  ['weak', 'azertyuiop'],
  ['weak', 'aaaaaaaaaaaa'],
  ['weak', '19801231'],
  ['weak', 'iloveyou1'],
  ['weak', 'maria.souza@example.org'],
  ['weak', 'MariaSouza1'],
  ['weak', DEMO_PASSWORD],
])('%s: %s', (problem, password) => expect(passwordProblem(password, own)).toBe(problem))

it('takes several words, and those that are made here', () => {
  expect(passwordProblem('copper window trench', own)).toBeUndefined()
  for (let n = 0; n < 20; n++) expect(passwordProblem(makePassword(), own)).toBeUndefined()
})
