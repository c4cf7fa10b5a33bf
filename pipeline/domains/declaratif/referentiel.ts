import { defineDataset } from '@/pipeline/engine/define/define'

/** A holder without a name: for a contract that is no holder at all, see contrats.ts. */
export const NAMELESS = 'PERSONNE_NOM_ABSENT'

/** The reference of holders. It is refreshed at its own pace, later than the contracts as a rule. */
export const referentielPersonnes = defineDataset(import.meta.url, {
  name: 'referentiel_personnes',
  title: {
    en: 'Holders (reference)',
    'pt-BR': 'Titulares (cadastro de referência)',
    fr: 'Titulaires (référentiel)',
  },
  prefix: 'PERSONNE',
  owner: 'Référentiel',
  sources: [
    {
      file: 'referentiel_personnes',
      columns: ['id_personne', 'nom_titulaire', 'date_naissance', 'date_creation'],
      optional: ['date_naissance', 'date_creation'],
    },
  ],
  columns: {
    id_personne: { from: 'id_personne', type: 'text', trim: true },
    nom_titulaire: { from: 'nom_titulaire', type: 'text', trim: true },
    date_naissance: { from: 'date_naissance', type: 'date' },
    date_creation: { from: 'date_creation', type: 'date' },
  },
  key: ['id_personne'],
  rules: [
    {
      code: NAMELESS,
      kind: 'required',
      column: 'nom_titulaire',
      text: {
        means: {
          en: 'The holder has no name in the reference',
          'pt-BR': 'O titular está sem nome no cadastro de referência',
          fr: "Le titulaire n'a pas de nom dans le référentiel",
        },
        mend: {
          en: 'Complete nom_titulaire in the reference; its next delivery brings the holder back, and the contracts follow.',
          'pt-BR':
            'Preencha nom_titulaire no cadastro de referência; a próxima carga traz o titular de volta, e os contratos o seguem.',
          fr: 'Complétez nom_titulaire dans le référentiel ; sa prochaine livraison ramène le titulaire, et les contrats suivent.',
        },
        field: 'nom_titulaire',
      },
    },
  ],
  concerns: { customer: 'id_personne' },
  postConditions: [
    {
      code: 'PERSONNE_SANS_NOM',
      text: {
        en: 'Every holder in Silver has a name',
        'pt-BR': 'Todo titular na Silver tem nome',
        fr: 'Chaque titulaire de Silver a un nom',
      },
      sql: `SELECT id_personne AS key FROM silver.referentiel_personnes
        WHERE length(btrim(coalesce(nom_titulaire, ''))) = 0`,
    },
  ],
})
