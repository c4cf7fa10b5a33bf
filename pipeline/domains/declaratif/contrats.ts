import { defineDataset } from '@/pipeline/engine/define/define'
import { NAMELESS } from './referentiel'
import { HOLDER_MISSING, HOLDER_WAITING, wrongField } from './texts'

/**
 * Contracts, each tied to its holder by an outer join: a contract whose holder the reference does
 * not know waits under R27, whatever else is wrong with it. The test is the article's,
 * `nom_titulaire IS NULL`, so a holder without a name counts as none. A holder that is set aside
 * for another reason is there, and has to come out first: that has a code of its own.
 */
export const contrats = defineDataset(import.meta.url, {
  name: 'contrats',
  title: { en: 'Contracts', 'pt-BR': 'Contratos', fr: 'Contrats' },
  prefix: 'CONTRAT',
  owner: 'Gestion des contrats',
  sources: [
    {
      file: 'contrats',
      columns: ['id_contrat', 'id_personne', 'date_effet', 'montant', 'devise'],
    },
  ],
  columns: {
    id_contrat: { from: 'id_contrat', type: 'text', trim: true },
    id_personne: { from: 'id_personne', type: 'text', trim: true },
    date_effet: { from: 'date_effet', type: 'date' },
    montant: { from: 'montant', type: 'numeric(15,2)' },
    devise: { from: 'devise', type: 'text', trim: true },
    nom_titulaire: { type: 'text' },
  },
  key: ['id_contrat'],
  enrichments: [
    {
      from: 'referentiel_personnes',
      on: { id_personne: 'id_personne' },
      columns: { nom_titulaire: 'nom_titulaire' },
    },
  ],
  rules: [
    {
      code: 'R27_TITULAIRE_NON_RATTACHE',
      kind: 'reference',
      name: 'titulaire',
      to: 'referentiel_personnes',
      columns: { id_personne: 'id_personne' },
      owner: 'Référentiel',
      text: HOLDER_MISSING,
      quarantined: {
        code: 'CONTRAT_TITULAIRE_EM_QUARENTENA',
        text: HOLDER_WAITING,
        exceptFor: [NAMELESS],
      },
    },
    {
      code: 'CONTRAT_DATE_EFFET_ABSENTE',
      kind: 'required',
      column: 'date_effet',
      text: wrongField('date_effet', {
        en: 'The contract has no effective date',
        'pt-BR': 'O contrato está sem data de início de vigência',
        fr: "Le contrat n'a pas de date d'effet",
      }),
    },
    {
      code: 'CONTRAT_MONTANT_INVALIDE',
      kind: 'range',
      column: 'montant',
      required: true,
      gte: 0,
      text: wrongField('montant', {
        en: 'The amount of the contract is missing or negative',
        'pt-BR': 'O valor do contrato está ausente ou é negativo',
        fr: 'Le montant du contrat est absent ou négatif',
      }),
    },
    {
      code: 'CONTRAT_DEVISE_INVALIDE',
      kind: 'format',
      column: 'devise',
      format: { pattern: '[A-Z]{3}' },
      required: true,
      text: wrongField('devise', {
        en: 'The currency of the contract is not a code of three capital letters',
        'pt-BR': 'A moeda do contrato não é um código de três letras maiúsculas',
        fr: "La devise du contrat n'est pas un code de trois lettres majuscules",
      }),
    },
  ],
  money: { amount: 'montant', currency: 'devise' },
  concerns: { customer: 'id_personne', invoice: 'id_contrat' },
  postConditions: [
    {
      code: 'CONTRAT_SANS_TITULAIRE',
      text: {
        en: 'Every contract in Silver finds the name of its holder',
        'pt-BR': 'Todo contrato na Silver encontra o nome do seu titular',
        fr: 'Chaque contrat de Silver trouve le nom de son titulaire',
      },
      sql: `SELECT c.id_contrat AS key FROM silver.contrats c
        LEFT JOIN silver.referentiel_personnes p ON p.id_personne = c.id_personne
        WHERE p.nom_titulaire IS NULL`,
    },
    {
      code: 'CONTRAT_SANS_DATE_EFFET',
      text: {
        en: 'Every contract in Silver has an effective date',
        'pt-BR': 'Todo contrato na Silver tem data de início de vigência',
        fr: "Chaque contrat de Silver a une date d'effet",
      },
      sql: 'SELECT id_contrat AS key FROM silver.contrats WHERE date_effet IS NULL',
    },
    {
      code: 'CONTRAT_MONTANT_NON_DECLARABLE',
      text: {
        en: 'No contract in Silver has an amount that is missing or negative',
        'pt-BR': 'Nenhum contrato na Silver tem valor ausente ou negativo',
        fr: "Aucun contrat de Silver n'a de montant absent ou négatif",
      },
      sql: 'SELECT id_contrat AS key FROM silver.contrats WHERE (montant >= 0) IS NOT TRUE',
    },
    {
      code: 'CONTRAT_DEVISE_NON_ISO',
      text: {
        en: 'Every contract in Silver has a currency of three capital letters',
        'pt-BR': 'Todo contrato na Silver tem moeda de três letras maiúsculas',
        fr: 'Chaque contrat de Silver a une devise de trois lettres majuscules',
      },
      sql: `SELECT id_contrat AS key FROM silver.contrats WHERE devise IS NULL OR length(devise) <> 3
        OR translate(devise, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') <> ''`,
    },
  ],
})
