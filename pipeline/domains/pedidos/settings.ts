/**
 * Statuses of an order that counts. A cancelled order is none of them, as in the article: it would
 * be billed in Gold. It waits in quarantine until the extract no longer brings it or a person
 * closes it.
 */
export const STATUS_VALIDOS = ['confirmado', 'em_preparo', 'em_entrega', 'entregue']

/** Currency of `valor_total`, whether or not the text says R$. */
export const MOEDA = 'BRL'
