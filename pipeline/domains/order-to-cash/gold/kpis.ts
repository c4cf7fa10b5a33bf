/** The figures of Credit and Collections, over all titles and by what people break them down by. */
import type { GoldGroupInput, GoldTableInput } from '@/pipeline/engine/define/gold'
import type { Localized } from '@/pipeline/engine/define/words'
import { FIGURES } from './figures'
import { termOf } from './groups'

/**
 * Everything that adds up, per currency, customer and term; the tables below only sum. Open are
 * titles of BSID, signed; paid are cleared ones with a positive amount, because payments and credit
 * notes clear others and are not paid themselves. Billing: invoices, gross (net and tax), of the key
 * date and the 89 days before.
 */
export const partes = {
  name: 'partes',
  after: 'fato_titulos',
  select: `SELECT moeda, coalesce(cod_cliente, 'sem cliente') AS cod_cliente, uf, ramo,
      coalesce(prazo_dias::text, 'sem prazo') AS prazo,
      count(*) AS titulos,
      sum(valor_documento) FILTER (WHERE status <> 'pago') AS carteira_aberta,
      sum(valor_documento) FILTER (WHERE situacao = 'vencido') AS carteira_vencida,
      count(*) FILTER (WHERE status = 'pago' AND valor_documento > 0) AS pagos,
      count(*) FILTER (WHERE situacao = 'pago com atraso' AND valor_documento > 0) AS pagos_com_atraso,
      count(dias_atraso) FILTER (WHERE status = 'pago' AND valor_documento > 0) AS pagos_com_data,
      sum(greatest(dias_atraso, 0)) FILTER (WHERE status = 'pago' AND valor_documento > 0) AS dias_atraso_pagos,
      sum(valor_documento) FILTER (WHERE status = 'pago' AND valor_documento > 0
        AND dias_atraso IS NOT NULL) AS valor_pago,
      sum(valor_documento * greatest(dias_atraso, 0)) FILTER (WHERE status = 'pago' AND valor_documento > 0
        AND dias_atraso IS NOT NULL) AS valor_dias_atraso,
      NULL::numeric AS faturamento_90d, NULL::numeric AS valor_com_prazo, NULL::numeric AS valor_dias_prazo
    FROM gold.fato_titulos GROUP BY 1, 2, 3, 4, 5
    UNION ALL
    SELECT coalesce(f.moeda, ''), coalesce(f.cod_cliente, 'sem cliente'), coalesce(c.uf, 'sem uf'),
      coalesce(c.descricao_ramo, 'sem ramo'), coalesce(f.prazo::text, 'sem prazo'), 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL,
      sum(f.bruto), sum(f.bruto) FILTER (WHERE f.prazo IS NOT NULL), sum(f.bruto * f.prazo)
    FROM (
      SELECT s.mandante, s.cod_cliente, s.moeda, ${termOf('s.cond_pagamento')} AS prazo,
        coalesce(s.valor_liquido, 0) + coalesce(s.valor_imposto, 0) AS bruto
      FROM silver.faturas_venda s WHERE s.data_fatura BETWEEN :data_corte - 89 AND :data_corte
    ) f
    LEFT JOIN silver.clientes c ON c.mandante = f.mandante AND c.cod_cliente = f.cod_cliente
    GROUP BY 1, 2, 3, 4, 5`,
}

/**
 * pct: paid late in all paid. atraso_medio_simples: mean of the days late of paid titles, early and
 * punctual ones counting as 0; atraso_medio_ponderado: the same weighted by amount. dso: open
 * portfolio ÷ billing of 90 days × 90. prazo_medio_ponderado: term weighted by gross billing.
 */
const MEASURES = `sum(titulos) AS titulos,
    coalesce(sum(carteira_aberta), 0) AS carteira_aberta,
    coalesce(sum(carteira_vencida), 0) AS carteira_vencida,
    sum(pagos) AS pagos, sum(pagos_com_atraso) AS pagos_com_atraso,
    round(100.0 * sum(pagos_com_atraso) / nullif(sum(pagos_com_data), 0), 2) AS pct,
    round(1.0 * sum(dias_atraso_pagos) / nullif(sum(pagos_com_data), 0), 2) AS atraso_medio_simples,
    round(sum(valor_dias_atraso) / nullif(sum(valor_pago), 0), 2) AS atraso_medio_ponderado,
    coalesce(sum(faturamento_90d), 0) AS faturamento_90d,
    round(90 * coalesce(sum(carteira_aberta), 0) / nullif(sum(faturamento_90d), 0), 2) AS dso,
    round(sum(valor_dias_prazo) / nullif(sum(valor_com_prazo), 0), 2) AS prazo_medio_ponderado,
    sum(pagos_com_data) AS pagos_com_data,
    coalesce(sum(dias_atraso_pagos), 0) AS dias_atraso_pagos,
    coalesce(sum(valor_pago), 0) AS valor_pago,
    coalesce(sum(valor_dias_atraso), 0) AS valor_dias_atraso,
    coalesce(sum(valor_com_prazo), 0) AS valor_com_prazo,
    coalesce(sum(valor_dias_prazo), 0) AS valor_dias_prazo`

/** The whole portfolio, one row per currency. */
export const kpisGerais: GoldTableInput = {
  name: 'kpis_gerais',
  title: { en: 'Portfolio', 'pt-BR': 'Carteira', fr: 'Portefeuille' },
  key: ['moeda'],
  currency: 'moeda',
  figures: FIGURES,
  select: `SELECT moeda, :data_corte AS data_corte, ${MEASURES} FROM pg_temp.passo_partes GROUP BY moeda`,
}

/** The same figures, broken down. */
export const kpis = (name: string, group: GoldGroupInput, title: Localized): GoldTableInput => ({
  name,
  title,
  key: ['moeda', group.column],
  currency: 'moeda',
  groups: [group],
  figures: FIGURES,
  select: `SELECT moeda, ${group.column}, ${MEASURES} FROM pg_temp.passo_partes
    GROUP BY moeda, ${group.column}`,
})
