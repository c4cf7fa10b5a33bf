import { defineDomain } from '../../declare/define'
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
  datasets: [referentielPersonnes, contrats],
})
