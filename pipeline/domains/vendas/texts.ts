/** Sentences of the rules of vendas. */
import type { RuleText } from '@/pipeline/engine/define/schema'
import { MAXIMO } from './settings'

/** A column that must be filled is empty. */
export const missing = (column: string, what: Record<'en' | 'pt' | 'fr', string>): RuleText => ({
  means: {
    en: `The ${what.en} of this sale is missing`,
    'pt-BR': `Falta ${what.pt} desta venda`,
    fr: `Il manque ${what.fr} de cette vente`,
  },
  mend: {
    en: `Fill in ${column} in the sales system; the next load brings the row back.`,
    'pt-BR': `Preencha ${column} no sistema de vendas; a próxima carga traz a linha de volta.`,
    fr: `Renseignez ${column} dans le système de vente ; la prochaine livraison ramène la ligne.`,
  },
  field: column,
})

/** A value outside the range that a sale can have. */
export const outOfRange: RuleText = {
  means: {
    en: `The value of this sale is not above 0 and at most ${MAXIMO}`,
    'pt-BR': `O valor desta venda não está acima de 0 e até ${MAXIMO}`,
    fr: `La valeur de cette vente n'est pas au-dessus de 0 et d'au plus ${MAXIMO}`,
  },
  mend: {
    en: 'Correct valor in the sales system; a refund is not a sale.',
    'pt-BR': 'Corrija valor no sistema de vendas; um estorno não é uma venda.',
    fr: "Corrigez valor dans le système de vente ; un remboursement n'est pas une vente.",
  },
  field: 'valor',
}

/** An e-mail address that is empty or cannot be one. */
export const badEmail: RuleText = {
  means: {
    en: "The customer's e-mail address is empty or is not one",
    'pt-BR': 'O e-mail do cliente está vazio ou não é um e-mail',
    fr: "L'adresse e-mail du client est vide ou n'en est pas une",
  },
  mend: {
    en: 'Correct cliente_email in the customer record; the next load brings the row back.',
    'pt-BR': 'Corrija cliente_email no cadastro do cliente; a próxima carga traz a linha de volta.',
    fr: 'Corrigez cliente_email dans la fiche du client ; la prochaine livraison ramène la ligne.',
  },
  field: 'cliente_email',
}
