import { defineDomain } from '@/pipeline/engine/define/define'
import { vendas as dataset } from './vendas'

/** The sales of the lakehouse tutorial: one table, its quality rules, its audit. */
export const vendas = defineDomain(import.meta.url, {
  name: 'vendas',
  title: { en: 'Sales', 'pt-BR': 'Vendas', fr: 'Ventes' },
  // Loaded weekly.
  expectEveryHours: 8 * 24,
  datasets: [dataset],
})
