import type { GoldTableInput } from '@/pipeline/engine/define/gold'

/**
 * Age band of an open title by its days late (SQL); 90+ begins at 91. A title that is due on the
 * key date is not overdue.
 */
export const bandOf = (days: string): string => `CASE WHEN ${days} <= 0 THEN 'a vencer'
    WHEN ${days} <= 30 THEN '1-30' WHEN ${days} <= 60 THEN '31-60'
    WHEN ${days} <= 90 THEN '61-90' WHEN ${days} > 90 THEN '90+' END`

/**
 * One row per title. dias_atraso = (payment date, or key date while open) − due date: negative when
 * early. Left joins only: a title without its customer counts under "sem uf", "sem ramo".
 */
export const fatoTitulos: GoldTableInput = {
  name: 'fato_titulos',
  role: 'detail',
  title: { en: 'Titles in detail', 'pt-BR': 'Títulos em detalhe', fr: 'Créances en détail' },
  key: ['key_hash'],
  oneRowPer: 'titulos',
  select: `SELECT t.key_hash, t.mandante, t.empresa, t.ano_fiscal, t.cod_documento, t.item_documento,
      t.cod_cliente, c.razao_social, t.cod_fatura, t.tipo_documento,
      coalesce(c.uf, 'sem uf') AS uf, coalesce(c.descricao_ramo, 'sem ramo') AS ramo,
      coalesce(t.moeda, '') AS moeda, t.valor, t.valor_documento,
      t.data_documento, t.data_vencimento, t.data_pagamento, t.prazo_dias, t.status, t.dias_atraso,
      CASE WHEN t.status = 'pago' AND t.dias_atraso > 0 THEN 'pago com atraso'
        WHEN t.status = 'pago' AND t.dias_atraso IS NULL THEN 'pago sem data'
        WHEN t.status = 'pago' THEN 'pago no prazo'
        WHEN t.dias_atraso > 0 THEN 'vencido' ELSE 'a vencer' END AS situacao,
      CASE WHEN t.status <> 'pago' THEN ${bandOf('t.dias_atraso')} END AS faixa_aging
    FROM (
      SELECT s.*, CASE s.status WHEN 'pago' THEN s.data_pagamento ELSE :data_corte END
        - s.data_vencimento AS dias_atraso
      FROM silver.titulos_receber s
    ) t
    LEFT JOIN silver.clientes c ON c.mandante = t.mandante AND c.cod_cliente = t.cod_cliente`,
}
