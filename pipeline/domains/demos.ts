import type { DemoPlan } from '../demo/plan'
import { declaratifDemo } from './declaratif/demo'
import { orderToCashDemo } from './order-to-cash/demo'

/** The domains that live in the demo. */
export const demos: readonly DemoPlan[] = [orderToCashDemo, declaratifDemo]
