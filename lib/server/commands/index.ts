import { acknowledgeAlert } from './acknowledge-alert'
import { assign } from './assign'
import { cancelReplay } from './cancel-replay'
import { changeRole } from './change-role'
import { claimFix } from './claim-fix'
import { close } from './close'
import { comment } from './comment'
import { createAccount } from './create-account'
import { createChannel } from './create-channel'
import { createDevice } from './create-device'
import { deleteAccount } from './delete-account'
import { deleteChannel } from './delete-channel'
import { endSession } from './end-session'
import { reopen } from './reopen'
import { requestDeclaration } from './request-declaration'
import { requestReplay } from './request-replay'
import { resetPassword } from './reset-password'
import { retryNotification } from './retry-notification'
import { revokeDevice } from './revoke-device'
import { rotateChannelSecret } from './rotate-channel-secret'
import { setThresholds } from './set-thresholds'
import { snooze } from './snooze'
import { testChannel } from './test-channel'
import { updateChannel } from './update-channel'

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
  'create-channel': createChannel,
  'create-device': createDevice,
  'delete-account': deleteAccount,
  'delete-channel': deleteChannel,
  'end-session': endSession,
  reopen,
  'request-declaration': requestDeclaration,
  'request-replay': requestReplay,
  'reset-password': resetPassword,
  'retry-notification': retryNotification,
  'revoke-device': revokeDevice,
  'rotate-channel-secret': rotateChannelSecret,
  'set-thresholds': setThresholds,
  snooze,
  'test-channel': testChannel,
  'update-channel': updateChannel,
} as const
export type VerbName = keyof typeof verbs

/**
 * What came of a verb. `code` is a key of the texts `act.failed`; `fields` are those that the verb
 * found invalid, each with its problem.
 */
export type ActResult =
  | { ok: true; result: Record<string, unknown> }
  | { ok: false; code: string; message: string; fields?: Record<string, string> }
/** Does a verb by its name; the server action behind all buttons. */
export type Act = (name: VerbName, input: unknown) => Promise<ActResult>
