import { vendas } from '@/pipeline/domains/vendas'
import { generateVendas } from '@/pipeline/tools/generate/vendas'
import type { DemoPlan } from './plan'

/** Once a week what is new and changed, and each month everything. */
export const vendasDemo: DemoPlan = {
  domain: vendas,
  everyDays: 7,
  generate: (extracts) => generateVendas({ ...extracts, scale: 0.2, fullEvery: 4 }),
  kept: 'VENDA_VALOR_FORA_DO_INTERVALO',
  proved: true,
  people: {
    owner: 'Vendas',
    mended: 'Corrected in the sales system',
    asked: 'Asked the shop for the address',
    givenUp: 'Sale was voided',
  },
}
