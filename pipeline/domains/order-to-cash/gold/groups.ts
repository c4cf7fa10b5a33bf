import type { GoldGroupInput } from '@/pipeline/engine/define/gold'

/** A column of the customer, for rows of titles and invoices alike. */
const ofCustomer = (column: string, none: string) => {
  // Of an unknown customer nothing is known; a known one may have none.
  const sql = `CASE WHEN {cliente.cod_cliente} IS NOT NULL THEN coalesce({cliente.${column}}, '${none}') END`
  return { titulos_receber: sql, faturas_venda: sql }
}

/** The digits of the term (D030 → 30), as KNB1 is read; at most nine, so that it stays an integer. */
export const termOf = (column: string): string =>
  `nullif(left(regexp_replace(${column}, '[^0-9]', '', 'g'), 9), '')::integer`

export const BY_SECTOR: GoldGroupInput = {
  column: 'ramo',
  title: { en: 'Branch', 'pt-BR': 'Ramo', fr: 'Secteur' },
  of: ofCustomer('descricao_ramo', 'sem ramo'),
  none: 'sem ramo',
  labels: { 'sem ramo': { en: 'no branch', 'pt-BR': 'sem ramo', fr: 'sans secteur' } },
}

export const BY_STATE: GoldGroupInput = {
  column: 'uf',
  title: { en: 'State', 'pt-BR': 'UF', fr: 'État' },
  of: ofCustomer('uf', 'sem uf'),
  none: 'sem uf',
  labels: { 'sem uf': { en: 'no state', 'pt-BR': 'sem UF', fr: 'sans État' } },
}

/** The term of a title is its days; that of an invoice, the digits of its terms of payment. */
export const BY_TERM: GoldGroupInput = {
  column: 'prazo',
  title: { en: 'Term (days)', 'pt-BR': 'Prazo (dias)', fr: 'Délai (jours)' },
  of: { titulos_receber: '{prazo_dias}', faturas_venda: termOf('{cond_pagamento}') },
  none: 'sem prazo',
  order: 'number',
  labels: { 'sem prazo': { en: 'no term', 'pt-BR': 'sem prazo', fr: 'sans délai' } },
}

export const BY_CUSTOMER: GoldGroupInput = {
  column: 'cod_cliente',
  title: { en: 'Customer', 'pt-BR': 'Cliente', fr: 'Client' },
  of: { titulos_receber: '{cod_cliente}', faturas_venda: '{cod_cliente}' },
  none: 'sem cliente',
  labels: { 'sem cliente': { en: 'no customer', 'pt-BR': 'sem cliente', fr: 'sans client' } },
}
