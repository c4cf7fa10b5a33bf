import { ACTIONS, type Action, allows, type Role } from '@/lib/shared/auth/permissions'

/** Action → the role that it needs, for those that this role may not do. */
export function needsOf(role: Role): Partial<Record<Action, Role>> {
  const denied = (Object.keys(ACTIONS) as Action[]).filter((action) => !allows(role, action))
  return Object.fromEntries(denied.map((action) => [action, ACTIONS[action]]))
}
