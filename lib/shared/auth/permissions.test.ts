import { describe, expect, it } from 'vitest'
import { Forbidden } from '@/lib/shared/errors'
import {
  ACTIONS,
  type Action,
  type Actor,
  authorize,
  MATRIX,
  ROLES,
  type Role,
} from './permissions'

/** Written out by hand from the issue, not derived from the table under test. */
const VIEWER: Action[] = ['view', 'export']
const ANALYST: Action[] = [...VIEWER, 'replay', 'preview', 'cancel-own-replay', 'comment']
const STEWARD: Action[] = [
  ...ANALYST,
  'assign',
  'snooze',
  'claim',
  'close',
  'reopen',
  'cancel-any-replay',
  'acknowledge-alert',
  'declare',
]
const ADMINISTRATOR: Action[] = [
  ...STEWARD,
  'set-thresholds',
  'manage-devices',
  'manage-accounts',
  'manage-channels',
  'manage-settings',
]
const MAY: Record<Role, Action[]> = {
  viewer: VIEWER,
  analyst: ANALYST,
  steward: STEWARD,
  administrator: ADMINISTRATOR,
}
const ALL = Object.keys(ACTIONS) as Action[]
const person = (role: Role): Actor => ({ id: 'p1', name: 'Ana', role })

describe('permissions', () => {
  it.each(ROLES)('%s may do exactly what the issue says', (role) => {
    expect(ALL.filter((action) => MATRIX[role][action]).sort()).toEqual([...MAY[role]].sort())
    for (const action of ALL) {
      const attempt = () => authorize(person(role), action)
      if (MAY[role].includes(action)) expect(attempt).not.toThrow()
      else expect(attempt).toThrow(Forbidden)
    }
  })

  it.each(ALL)('%s is refused to nobody and to an unknown role, with the reason', (action) => {
    expect(() => authorize(null, action)).toThrow(/sign in/)
    expect(() => authorize(person('root' as Role), action)).toThrow(Forbidden)
    try {
      authorize(undefined, action)
    } catch (error) {
      expect(error).toMatchObject({ code: 'forbidden', action, needs: ACTIONS[action], role: null })
    }
  })
})
