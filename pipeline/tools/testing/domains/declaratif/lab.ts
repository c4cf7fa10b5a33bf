/** Small deliveries of contracts and holders, for the tests of this domain. */
import { executeReplay } from '@/pipeline/operations/replay/execute'
import { nightlyReplay } from '@/pipeline/service/schedule/nightly'
import type { Adhoc, Files } from '@/pipeline/tools/testing/adhoc'

/** `contrats.csv` of lines `id_contrat,id_personne,date_effet,montant,devise`. */
export const contracts = (...lines: string[]): Files => ({
  'contrats.csv': ['id_contrat,id_personne,date_effet,montant,devise', ...lines, ''].join('\n'),
})

/** `referentiel_personnes.csv` of lines `id_personne,nom_titulaire`. */
export const holders = (...lines: string[]): Files => ({
  'referentiel_personnes.csv': ['id_personne,nom_titulaire', ...lines, ''].join('\n'),
})

/** What the schedule does at night. @returns the replay's id; undefined when nothing is ready. */
export async function night(t: Adhoc, at = new Date()): Promise<number | undefined> {
  const id = await nightlyReplay(t.db, t.domain.name, at)
  if (id !== undefined) await executeReplay(t.url, t.domain, id)
  return id
}
