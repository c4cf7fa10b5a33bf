import type { DemoPlan } from '../demo/plan'
import { declaratifDemo } from './declaratif/demo'
import { orderToCashDemo } from './order-to-cash/demo'
import { pedidosDemo } from './pedidos/demo'
import { vendasDemo } from './vendas/demo'

/** The domains that live in the demo. */
export const demos: readonly DemoPlan[] = [orderToCashDemo, declaratifDemo, vendasDemo, pedidosDemo]
