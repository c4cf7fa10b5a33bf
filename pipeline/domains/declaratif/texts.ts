/** Sentences of the rules, so that the declarations stay small. */
import type { RuleText } from '@/pipeline/engine/define/schema'
import type { Localized } from '@/pipeline/engine/define/words'

export const HOLDER_MISSING: RuleText = {
  means: {
    en: 'The holder of this contract is not in the reference',
    'pt-BR': 'O titular deste contrato não está no cadastro de referência',
    fr: "Le titulaire de ce contrat n'est pas rattaché : le référentiel ne le connaît pas",
  },
  mend: {
    en: 'Register the holder, with a name, or correct id_personne. Once the reference has caught up, the scheduled replay settles the row.',
    'pt-BR':
      'Cadastre o titular, com nome, ou corrija id_personne. Quando o cadastro estiver em dia, o reprocessamento agendado libera a linha.',
    fr: 'Enregistrez le titulaire, avec son nom, ou corrigez id_personne. Dès que le référentiel a rattrapé son retard, le rejeu planifié solde la ligne.',
  },
  field: 'id_personne',
}

export const HOLDER_WAITING: RuleText = {
  means: {
    en: 'The holder of this contract is in quarantine itself',
    'pt-BR': 'O titular deste contrato também está em quarentena',
    fr: 'Le titulaire de ce contrat est lui-même en quarantaine',
  },
  mend: {
    en: 'Release the holder first; this row follows it in the same replay.',
    'pt-BR': 'Libere primeiro o titular; esta linha o segue no mesmo reprocessamento.',
    fr: "Libérez d'abord le titulaire ; cette ligne le suit dans le même rejeu.",
  },
  field: 'id_personne',
}

/** A value of the contract itself that is wrong: the system that manages contracts mends it. */
export const wrongField = (field: string, means: Localized): RuleText => ({
  means,
  mend: {
    en: `Correct ${field} where the contract is managed; the next delivery brings the row back.`,
    'pt-BR': `Corrija ${field} no sistema de contratos; a próxima carga traz a linha de volta.`,
    fr: `Corrigez ${field} dans le système de gestion ; la prochaine livraison ramène la ligne.`,
  },
  field,
})
