import { defineDomain } from '@/pipeline/engine/define/define'
import { gold } from './gold'
import { pedidos as dataset } from './pedidos'

/** The delivery orders of the EmpregaDados article. */
export const pedidos = defineDomain(import.meta.url, {
  name: 'pedidos',
  title: { en: 'Delivery orders', 'pt-BR': 'Pedidos de delivery', fr: 'Commandes de livraison' },
  // Loaded every other day.
  expectEveryHours: 60,
  datasets: [dataset],
  gold,
})
