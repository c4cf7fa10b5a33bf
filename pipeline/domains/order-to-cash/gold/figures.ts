/** What the figures of the portfolio are called, how they are computed and what they rest on. */
import type { GoldFigureInput } from '@/pipeline/engine/define/gold'

export const FIGURES: GoldFigureInput[] = [
  {
    column: 'carteira_aberta',
    kind: 'money',
    rests: ['titulos_abertos'],
    total: 'amount',
    title: { en: 'Open portfolio', 'pt-BR': 'Carteira em aberto', fr: 'Portefeuille ouvert' },
    formula: {
      en: 'Sum of open titles, credits negative.',
      'pt-BR': 'Soma dos títulos em aberto, créditos negativos.',
      fr: 'Somme des créances ouvertes, avoirs en négatif.',
    },
  },
  {
    column: 'carteira_vencida',
    kind: 'money',
    rests: ['titulos_vencidos'],
    total: 'amount',
    title: { en: 'Overdue', 'pt-BR': 'Vencida', fr: 'Échu' },
    formula: {
      en: 'Sum of open titles whose due date lies before the key date.',
      'pt-BR': 'Soma dos títulos em aberto com vencimento anterior à data de corte.',
      fr: "Somme des créances ouvertes dont l'échéance précède la date d'arrêté.",
    },
  },
  {
    column: 'dso',
    kind: 'days',
    rests: ['titulos_abertos', 'faturas_90d'],
    title: { en: 'DSO', 'pt-BR': 'DSO', fr: 'DSO' },
    formula: {
      en: 'Open portfolio ÷ gross billing of the key date and the 89 days before × 90.',
      'pt-BR':
        'Carteira em aberto ÷ faturamento bruto da data de corte e dos 89 dias anteriores × 90.',
      fr: "Portefeuille ouvert ÷ facturation brute de la date d'arrêté et des 89 jours précédents × 90.",
    },
  },
  {
    column: 'titulos',
    kind: 'count',
    rests: ['titulos'],
    total: 'rows',
    title: { en: 'Titles', 'pt-BR': 'Títulos', fr: 'Créances' },
    formula: {
      en: 'Number of titles, open and paid.',
      'pt-BR': 'Número de títulos, em aberto e pagos.',
      fr: 'Nombre de créances, ouvertes et payées.',
    },
  },
  {
    column: 'pagos',
    kind: 'count',
    rests: ['titulos_pagos'],
    total: 'rows',
    title: { en: 'Paid', 'pt-BR': 'Pagos', fr: 'Payées' },
    formula: {
      en: 'Number of cleared titles with a positive amount.',
      'pt-BR': 'Número de títulos compensados com valor positivo.',
      fr: 'Nombre de créances soldées au montant positif.',
    },
  },
  {
    column: 'pagos_com_atraso',
    kind: 'count',
    rests: ['titulos_pagos'],
    title: { en: 'Paid late', 'pt-BR': 'Pagos com atraso', fr: 'Payées en retard' },
    formula: {
      en: 'Number of paid titles whose payment came after the due date.',
      'pt-BR': 'Número de títulos pagos depois do vencimento.',
      fr: "Nombre de créances payées après l'échéance.",
    },
  },
  {
    column: 'pct',
    kind: 'percent',
    rests: ['titulos_pagos'],
    title: { en: 'Paid late, share', 'pt-BR': 'Pagos com atraso, %', fr: 'Part payée en retard' },
    formula: {
      en: 'Paid late ÷ paid × 100.',
      'pt-BR': 'Pagos com atraso ÷ pagos × 100.',
      fr: 'Payées en retard ÷ payées × 100.',
    },
  },
  {
    column: 'atraso_medio_simples',
    kind: 'days',
    rests: ['titulos_pagos'],
    title: { en: 'Mean lateness', 'pt-BR': 'Atraso médio', fr: 'Retard moyen' },
    formula: {
      en: 'Mean of the days late of paid titles; early and punctual ones count as 0.',
      'pt-BR': 'Média dos dias de atraso dos títulos pagos; os pagos no prazo contam 0.',
      fr: 'Moyenne des jours de retard des créances payées ; celles payées à temps comptent 0.',
    },
  },
  {
    column: 'atraso_medio_ponderado',
    kind: 'days',
    rests: ['titulos_pagos'],
    title: {
      en: 'Mean lateness, weighted',
      'pt-BR': 'Atraso médio ponderado',
      fr: 'Retard moyen pondéré',
    },
    formula: {
      en: 'The same, weighted by the amount of each title.',
      'pt-BR': 'O mesmo, ponderado pelo valor de cada título.',
      fr: 'Le même, pondéré par le montant de chaque créance.',
    },
  },
  {
    column: 'faturamento_90d',
    kind: 'money',
    rests: ['faturas_90d'],
    total: 'amount',
    title: {
      en: 'Billing, 90 days',
      'pt-BR': 'Faturamento, 90 dias',
      fr: 'Facturation, 90 jours',
    },
    formula: {
      en: 'Net and tax of the invoices of the key date and the 89 days before.',
      'pt-BR': 'Líquido e imposto das faturas da data de corte e dos 89 dias anteriores.',
      fr: "Net et taxe des factures de la date d'arrêté et des 89 jours précédents.",
    },
  },
  {
    column: 'prazo_medio_ponderado',
    kind: 'days',
    rests: ['faturas_90d'],
    title: {
      en: 'Mean term, weighted',
      'pt-BR': 'Prazo médio ponderado',
      fr: 'Délai moyen pondéré',
    },
    formula: {
      en: 'Payment term of those invoices, weighted by their gross amount.',
      'pt-BR': 'Prazo de pagamento dessas faturas, ponderado pelo valor bruto.',
      fr: 'Délai de paiement de ces factures, pondéré par leur montant brut.',
    },
  },
]
