/** What people read about the rules that the engine adds to every dataset. */
import type { RuleText } from './schema'
import type { Localized } from './words'

/** The record is not a row: wrong number of fields, broken quotes, bytes that are no text. */
export const malformedText = (): RuleText => ({
  means: {
    en: 'The record cannot be read: fields, quotes or characters are broken',
    'pt-BR': 'O registro não pode ser lido: campos, aspas ou caracteres estão quebrados',
    fr: "L'enregistrement est illisible : champs, guillemets ou caractères sont abîmés",
  },
  mend: {
    en: 'Look at the bytes of the record, repair the extract or its export settings and deliver again.',
    'pt-BR': 'Veja os bytes do registro, corrija a extração ou sua configuração e envie de novo.',
    fr: "Regardez les octets de l'enregistrement, corrigez l'extraction ou ses réglages et relivrez.",
  },
})

/** Several different rows claim one key, and no order says which is right. */
export const ambiguousText = (key: readonly string[]): RuleText => ({
  means: {
    en: `Several different rows have the same key (${key.join(', ')})`,
    'pt-BR': `Várias linhas diferentes têm a mesma chave (${key.join(', ')})`,
    fr: `Plusieurs lignes différentes ont la même clé (${key.join(', ')})`,
  },
  mend: {
    en: 'Find out which one is right in the source and deliver that one; all of them leave together.',
    'pt-BR': 'Descubra na origem qual é a correta e envie só essa; todas saem juntas.',
    fr: 'Cherchez à la source laquelle est juste et livrez celle-là ; toutes sortent ensemble.',
  },
})

/** A part of the business key is missing. */
export const incompleteText = (key: readonly string[]): RuleText => ({
  means: {
    en: `A part of the key is missing (${key.join(', ')})`,
    'pt-BR': `Falta uma parte da chave (${key.join(', ')})`,
    fr: `Une partie de la clé manque (${key.join(', ')})`,
  },
  mend: {
    en: 'The extract must bring every key field: check its field list and deliver again.',
    'pt-BR': 'A extração precisa trazer todos os campos da chave: confira a lista e envie de novo.',
    fr: "L'extraction doit apporter chaque champ de la clé : vérifiez sa liste et relivrez.",
  },
})

/** The text of a field does not convert to its type without loss. */
export const castText = (column: string, source: string): RuleText => ({
  means: {
    en: `The value of ${source} cannot be read as ${column}`,
    'pt-BR': `O valor de ${source} não pode ser lido como ${column}`,
    fr: `La valeur de ${source} ne peut pas être lue comme ${column}`,
  },
  mend: {
    en: `Correct ${source} in the source, or the format of the extract, and deliver again.`,
    'pt-BR': `Corrija ${source} na origem, ou o formato da extração, e envie de novo.`,
    fr: `Corrigez ${source} à la source, ou le format de l'extraction, et relivrez.`,
  },
  field: source,
})

/** No row of Silver lacks a part of its key. */
export const keyGapText = (key: readonly string[]): Localized => ({
  en: `No row in Silver lacks a part of its key (${key.join(', ')})`,
  'pt-BR': `Nenhuma linha na Silver está sem uma parte da chave (${key.join(', ')})`,
  fr: `Aucune ligne de Silver ne manque d'une partie de sa clé (${key.join(', ')})`,
})

/** Where a value arrived, a value is in Silver. */
export const lostValueText = (): Localized => ({
  en: 'No number or date that arrived is missing in Silver',
  'pt-BR': 'Nenhum número ou data que chegou falta na Silver',
  fr: 'Aucun nombre ni aucune date arrivés ne manquent dans Silver',
})
