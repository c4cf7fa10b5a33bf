import { acknowledgeAlert } from './acknowledge-alert'
import { assign } from './assign'
import { cancelReplay } from './cancel-replay'
import { changeRole } from './change-role'
import { claimFix } from './claim-fix'
import { close } from './close'
import { comment } from './comment'
import { createAccount } from './create-account'
import { createDevice } from './create-device'
import { deleteAccount } from './delete-account'
import { reopen } from './reopen'
import { requestDeclaration } from './request-declaration'
import { requestReplay } from './request-replay'
import { resetPassword } from './reset-password'
import { revokeDevice } from './revoke-device'
import { setThresholds } from './set-thresholds'
import { snooze } from './snooze'

/** Every verb that the screens may call, by name. */
export const verbs = {
  'acknowledge-alert': acknowledgeAlert,
  assign,
  'cancel-replay': cancelReplay,
  'change-role': changeRole,
  claim: claimFix,
  close,
  comment,
  'create-account': createAccount,
  'create-device': createDevice,
  'delete-account': deleteAccount,
  reopen,
  'request-declaration': requestDeclaration,
  'request-replay': requestReplay,
  'reset-password': resetPassword,
  'revoke-device': revokeDevice,
  'set-thresholds': setThresholds,
  snooze,
} as const
export type VerbName = keyof typeof verbs
