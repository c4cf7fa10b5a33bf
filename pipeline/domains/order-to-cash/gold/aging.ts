import type { GoldTableInput } from '@/pipeline/engine/define/gold'
import { bandOf } from './fato'

const BANDS = ['a vencer', '1-30', '31-60', '61-90', '90+']

/** Open titles by how late they are on the key date. */
export const agingCarteira: GoldTableInput = {
  name: 'aging_carteira',
  title: { en: 'Ageing of the portfolio', 'pt-BR': 'Aging da carteira', fr: 'Balance âgée' },
  key: ['moeda', 'faixa_aging'],
  currency: 'moeda',
  groups: [
    {
      column: 'faixa_aging',
      title: { en: 'Days overdue', 'pt-BR': 'Faixa de atraso', fr: 'Tranche de retard' },
      of: { titulos_receber: bandOf('(:data_corte - {data_vencimento})') },
      none: 'sem vencimento',
      order: BANDS,
      labels: {
        'a vencer': { en: 'not due', 'pt-BR': 'a vencer', fr: 'non échu' },
        'sem vencimento': { en: 'no due date', 'pt-BR': 'sem vencimento', fr: 'sans échéance' },
      },
    },
  ],
  figures: [
    {
      column: 'titulos',
      kind: 'count',
      rests: ['titulos_abertos'],
      total: 'rows',
      title: { en: 'Titles', 'pt-BR': 'Títulos', fr: 'Créances' },
      formula: {
        en: 'Number of open titles.',
        'pt-BR': 'Número de títulos em aberto.',
        fr: 'Nombre de créances ouvertes.',
      },
    },
    {
      column: 'valor',
      kind: 'money',
      rests: ['titulos_abertos'],
      total: 'amount',
      title: { en: 'Amount', 'pt-BR': 'Valor', fr: 'Montant' },
      formula: {
        en: 'Sum of open titles, credits negative.',
        'pt-BR': 'Soma dos títulos em aberto, créditos negativos.',
        fr: 'Somme des créances ouvertes, avoirs en négatif.',
      },
    },
  ],
  select: `SELECT moeda, coalesce(faixa_aging, 'sem vencimento') AS faixa_aging, count(*) AS titulos, 
      coalesce(sum(valor_documento), 0) AS valor
    FROM gold.fato_titulos WHERE status <> 'pago' GROUP BY 1, 2`,
}
