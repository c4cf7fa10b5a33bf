import { pedidos } from '@/pipeline/domains/pedidos'
import { generatePedidos } from '@/pipeline/tools/generate/pedidos'
import type { DemoPlan } from './plan'

/** Every other day what is new and changed, and each fortnight everything. */
export const pedidosDemo: DemoPlan = {
  domain: pedidos,
  everyDays: 2,
  generate: (extracts) => generatePedidos({ ...extracts, scale: 0.15, fullEvery: 7 }),
  kept: 'PEDIDO_VALOR_INVALIDO',
  people: {
    owner: 'Operações',
    mended: 'Corrected in the order system',
    asked: 'Asked the establishment',
    givenUp: 'Order was cancelled',
  },
}
