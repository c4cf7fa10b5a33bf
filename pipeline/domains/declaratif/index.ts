import { defineDomain } from '@/pipeline/engine/define/define'
import { contrats } from './contrats'
import { referentielPersonnes } from './referentiel'

/** Regulatory declaration: contracts and their holders, each refreshed at its own pace. */
export const declaratif = defineDomain(import.meta.url, {
  name: 'declaratif',
  title: {
    en: 'Regulatory declaration',
    'pt-BR': 'Declaração regulatória',
    fr: 'Déclaratif réglementaire',
  },
  independent: true,
  declaration: {
    dataset: 'contrats',
    file: 'declaratif',
    columns: ['id_contrat', 'id_personne', 'nom_titulaire', 'date_effet', 'montant', 'devise'],
    recency: { view: 'recence_titulaires', reference: 'titulaire', since: 'date_effet' },
  },
  datasets: [referentielPersonnes, contrats],
})
