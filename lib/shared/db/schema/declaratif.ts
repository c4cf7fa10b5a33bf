/** Table pairs of the domain declaratif: contracts, and the reference of their holders. */
import { date, numeric, text } from 'drizzle-orm/pg-core'
import { bronzeTable, silverColumns } from './columns'
import { silver } from './schemas'

export const contratsRaw = bronzeTable('contrats', [
  'id_contrat',
  'id_personne',
  'date_effet',
  'montant',
  'devise',
])
export const referentielPersonnesRaw = bronzeTable('referentiel_personnes', [
  'id_personne',
  'nom_titulaire',
  'date_naissance',
  'date_creation',
])

export const contrats = silver.table('contrats', {
  ...silverColumns(),
  id_contrat: text('id_contrat'),
  id_personne: text('id_personne'),
  date_effet: date('date_effet'),
  montant: numeric('montant', { precision: 15, scale: 2 }),
  devise: text('devise'),
  nom_titulaire: text('nom_titulaire'),
})

export const referentielPersonnes = silver.table('referentiel_personnes', {
  ...silverColumns(),
  id_personne: text('id_personne'),
  nom_titulaire: text('nom_titulaire'),
  date_naissance: date('date_naissance'),
  date_creation: date('date_creation'),
})
