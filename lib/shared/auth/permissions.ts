/** Who may do what: the one place. Every route, action and verb asks here. */
import { Forbidden } from '@/lib/shared/errors'
import { ROLES, type Role } from '@/lib/shared/roles'

export { ROLES, type Role }

/** Action → the least role that may. */
export const ACTIONS = {
  view: 'viewer',
  export: 'viewer',
  comment: 'analyst',
  preview: 'analyst',
  replay: 'analyst',
  'cancel-own-replay': 'analyst',
  'cancel-any-replay': 'steward',
  assign: 'steward',
  snooze: 'steward',
  claim: 'steward',
  close: 'steward',
  reopen: 'steward',
  'acknowledge-alert': 'steward',
  declare: 'steward',
  'set-thresholds': 'administrator',
  'manage-devices': 'administrator',
  'manage-accounts': 'administrator',
  'manage-channels': 'administrator',
  'manage-settings': 'administrator',
} as const satisfies Record<string, Role>
export type Action = keyof typeof ACTIONS

/** Whoever asks: a signed-in person. */
export interface Actor {
  /** Stable; events and records carry it. */
  id: string
  name: string
  email?: string
  role: Role
}

export const allows = (role: Role, action: Action): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(ACTIONS[action])

/** Role → action → may it; screens show what is false as disabled, with `ACTIONS[action]`. */
export const MATRIX = Object.fromEntries(
  ROLES.map((role) => [
    role,
    Object.fromEntries((Object.keys(ACTIONS) as Action[]).map((a) => [a, allows(role, a)])),
  ]),
) as Record<Role, Record<Action, boolean>>

/**
 * Returns when the actor may.
 * @throws Forbidden otherwise, also when nobody is signed in or the role is unknown.
 */
export function authorize(actor: Actor | null | undefined, action: Action): asserts actor is Actor {
  if (actor && allows(actor.role, action)) return
  throw new Forbidden(action, ACTIONS[action], actor?.role ?? null)
}
