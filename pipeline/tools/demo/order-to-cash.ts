import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { generateOrderToCash } from '@/pipeline/tools/generate/order-to-cash'
import type { DemoPlan } from './plan'

/** Share of the article's size: enough for every fault, small enough for a first start. */
const SCALE = 0.12

/** A delivery a day, a full one each week; today's is not full, so that something is ready. */
export const orderToCashDemo: DemoPlan = {
  domain: orderToCash,
  everyDays: 1,
  generate: ({ everyDays: _, ...extracts }) =>
    generateOrderToCash({ ...extracts, scale: SCALE, fullEvery: 7 }),
  manual: 'VBAK_CLIENTE_INEXISTENTE',
  truncated: { delivery: 50, file: 'VBAP.csv' },
  kept: 'VBAP_QUANTIDADE_INVALIDA',
  people: {
    owner: 'Cadastro',
    mended: 'Mended in SAP',
    asked: 'Asked the sales office',
    givenUp: 'Period closed, will not be corrected',
  },
}
