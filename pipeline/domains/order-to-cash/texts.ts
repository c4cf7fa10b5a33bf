/** Sentences of the order-to-cash rules, so that every declaration stays small. */
import type { RuleText } from '@/pipeline/engine/define/schema'
import type { Localized } from '@/pipeline/engine/define/words'

type Noun = { en: string; pt: string; fr: string }

/** What is referred to, with its article where the language wants one. */
export const CUSTOMER: Noun = { en: 'customer', pt: 'O cliente', fr: 'Le client' }
export const ORDER: Noun = { en: 'sales order', pt: 'A ordem de venda', fr: 'La commande' }
export const SOURCE_ORDER: Noun = {
  en: 'source order',
  pt: 'A ordem de origem',
  fr: "La commande d'origine",
}
export const INVOICE: Noun = { en: 'invoice', pt: 'A fatura', fr: 'La facture' }

interface Where {
  field: string
  transaction: string
}

/** The parent does not exist. */
export function missing(noun: Noun, row: Localized, where: Where): RuleText {
  return {
    means: {
      en: `The ${noun.en} of ${row.en} does not exist`,
      'pt-BR': `${noun.pt} ${row['pt-BR']} não existe`,
      fr: `${noun.fr} ${row.fr} n'existe pas`,
    },
    mend: {
      en: `Create the ${noun.en} (${where.transaction}) or correct ${where.field}; then wait for the next load, or replay.`,
      'pt-BR': `Crie o cadastro que falta (${where.transaction}) ou corrija ${where.field}; depois aguarde a próxima carga ou reprocesse.`,
      fr: `Créez ce qui manque (${where.transaction}) ou corrigez ${where.field} ; puis attendez la prochaine livraison, ou rejouez.`,
    },
    ...where,
  }
}

/** The parent is set aside itself. */
export function waiting(noun: Noun, row: Localized, where: Where): RuleText {
  return {
    means: {
      en: `The ${noun.en} of ${row.en} is in quarantine itself`,
      'pt-BR': `${noun.pt} ${row['pt-BR']} também está em quarentena`,
      fr: `${noun.fr} ${row.fr} est aussi en quarantaine`,
    },
    mend: {
      en: `Release the ${noun.en} first; this row follows it in the same replay.`,
      'pt-BR': 'Libere primeiro o registro superior; esta linha o segue no mesmo reprocessamento.',
      fr: "Libérez d'abord l'enregistrement parent ; cette ligne le suit dans le même rejeu.",
    },
    ...where,
  }
}

/** A quantity that is missing, zero or negative. */
export const quantity = (where: Where): RuleText => ({
  means: {
    en: 'The quantity is zero, negative or missing',
    'pt-BR': 'A quantidade está zerada, negativa ou ausente',
    fr: 'La quantité est nulle, négative ou absente',
  },
  mend: {
    en: `Correct ${where.field} in ${where.transaction}; the next load brings the row back.`,
    'pt-BR': `Corrija ${where.field} na ${where.transaction}; a próxima carga traz a linha de volta.`,
    fr: `Corrigez ${where.field} dans ${where.transaction} ; la prochaine livraison ramène la ligne.`,
  },
  ...where,
})

/** A net value below zero. */
export const negativeValue = (where: Where): RuleText => ({
  means: {
    en: 'The net value is negative',
    'pt-BR': 'O valor líquido é negativo',
    fr: 'La valeur nette est négative',
  },
  mend: {
    en: `Correct the price or ${where.field} in ${where.transaction}, or cancel the item.`,
    'pt-BR': `Corrija o preço ou ${where.field} na ${where.transaction}, ou cancele o item.`,
    fr: `Corrigez le prix ou ${where.field} dans ${where.transaction}, ou annulez le poste.`,
  },
  ...where,
})

/** The row that a sentence is about, in the genitive where the language has one. */
export const ROWS = {
  companyData: {
    en: 'this company data',
    'pt-BR': 'destes dados de empresa',
    fr: 'de ces données société',
  },
  order: { en: 'this order', 'pt-BR': 'desta ordem', fr: 'de cette commande' },
  orderItem: {
    en: 'this order item',
    'pt-BR': 'deste item de ordem',
    fr: 'de ce poste de commande',
  },
  invoice: { en: 'this invoice', 'pt-BR': 'desta fatura', fr: 'de cette facture' },
  billedItem: { en: 'this billed item', 'pt-BR': 'deste item faturado', fr: 'de ce poste facturé' },
  title: { en: 'this receivable', 'pt-BR': 'deste título', fr: 'de cette créance' },
} satisfies Record<string, Localized>
