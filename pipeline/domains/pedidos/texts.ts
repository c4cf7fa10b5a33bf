/** Sentences of the rules of pedidos. */
import type { RuleText } from '@/pipeline/engine/define/schema'
import type { Localized } from '@/pipeline/engine/define/words'
import { STATUS_VALIDOS } from './settings'

const correct = (field: string): Localized => ({
  en: `Correct ${field} in the order system; the next load brings the row back.`,
  'pt-BR': `Corrija ${field} no sistema de pedidos; a próxima carga traz a linha de volta.`,
  fr: `Corrigez ${field} dans le système de commandes ; la prochaine livraison ramène la ligne.`,
})

export const noEstablishment: RuleText = {
  means: {
    en: 'The order names no establishment, so nobody can be credited with it',
    'pt-BR': 'O pedido não informa o estabelecimento e não conta para nenhum',
    fr: "La commande ne nomme aucun établissement et n'est comptée pour aucun",
  },
  mend: correct('id_estabelecimento'),
  field: 'id_estabelecimento',
}

export const noDate: RuleText = {
  means: {
    en: 'The date of the order is missing, and with it its year and month',
    'pt-BR': 'Falta a data do pedido e, com ela, o ano e o mês',
    fr: 'Il manque la date de la commande, donc son année et son mois',
  },
  mend: correct('data_pedido'),
  field: 'data_pedido',
}

export const strangeDate: RuleText = {
  means: {
    en: 'The date of the order lies outside 2000 to 2099',
    'pt-BR': 'A data do pedido está fora de 2000 a 2099',
    fr: 'La date de la commande est hors de 2000 à 2099',
  },
  mend: correct('data_pedido'),
  field: 'data_pedido',
}

const list = STATUS_VALIDOS.join(', ')

export const badStatus: RuleText = {
  means: {
    en: `The status is none of those that count: ${list}`,
    'pt-BR': `O status não é um dos que contam: ${list}`,
    fr: `Le statut n'est pas l'un de ceux qui comptent : ${list}`,
  },
  mend: {
    en: 'Correct status_pedido in the order system; close the row if the order was cancelled.',
    'pt-BR':
      'Corrija status_pedido no sistema de pedidos; feche a linha se o pedido foi cancelado.',
    fr: 'Corrigez status_pedido dans le système de commandes ; classez la ligne si la commande a été annulée.',
  },
  field: 'status_pedido',
}

export const badValue: RuleText = {
  means: {
    en: 'The total of the order is zero, negative or missing',
    'pt-BR': 'O valor total do pedido está zerado, negativo ou ausente',
    fr: 'Le total de la commande est nul, négatif ou absent',
  },
  mend: correct('valor_total'),
  field: 'valor_total',
}
