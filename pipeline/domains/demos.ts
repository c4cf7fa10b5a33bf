import type { DemoPlan } from '../demo/plan'
import { orderToCashDemo } from './order-to-cash/demo'

/** The domains that live in the demo. */
export const demos: readonly DemoPlan[] = [orderToCashDemo]
