import { declaratifDemo } from './declaratif'
import { orderToCashDemo } from './order-to-cash'
import { pedidosDemo } from './pedidos'
import type { DemoPlan } from './plan'
import { vendasDemo } from './vendas'

/** The domains that live in the demo. */
export const demos: readonly DemoPlan[] = [orderToCashDemo, declaratifDemo, vendasDemo, pedidosDemo]
