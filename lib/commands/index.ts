import { acknowledgeAlert } from './acknowledge-alert'
import { assign } from './assign'
import { cancelReplay } from './cancel-replay'
import { claimFix } from './claim-fix'
import { close } from './close'
import { comment } from './comment'
import { reopen } from './reopen'
import { requestReplay } from './request-replay'
import { setThresholds } from './set-thresholds'
import { snooze } from './snooze'

/** Every verb that the screens may call, by name. */
export const verbs = {
  'acknowledge-alert': acknowledgeAlert,
  assign,
  'cancel-replay': cancelReplay,
  claim: claimFix,
  close,
  comment,
  reopen,
  'request-replay': requestReplay,
  'set-thresholds': setThresholds,
  snooze,
} as const
export type VerbName = keyof typeof verbs
