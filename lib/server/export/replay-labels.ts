/** What people read in the export of a replay beside the data. */
import { type ColumnLabel, column, say, type Words } from './labels'

export const REPLAY_SHEET = say('Replay', 'Reprocessamento', 'Rejeu')

export const OUTCOME: Record<string, Words> = {
  settled: say('settled', 'liberada', 'libérée'),
  still_failing: say('still failing', 'ainda falha', 'échoue encore'),
  skipped: say('skipped', 'ignorada', 'ignorée'),
  open: say('to do', 'a fazer', 'à faire'),
}

/** Why a row was left alone. */
export const SKIPPED: Record<string, Words> = {
  closed: say(
    'closed by a person meanwhile',
    'encerrada por uma pessoa nesse meio tempo',
    'classée par une personne entre-temps',
  ),
  superseded: say(
    'settled or replaced meanwhile',
    'liberada ou substituída nesse meio tempo',
    'libérée ou remplacée entre-temps',
  ),
  cancelled: say(
    'the replay was cancelled',
    'o reprocessamento foi cancelado',
    'le rejeu a été annulé',
  ),
  failed: say('the replay failed', 'o reprocessamento falhou', 'le rejeu a échoué'),
}

export const WAITING = say(
  'waits for a parent',
  'espera por um registro pai',
  'attend un enregistrement parent',
)

export const REPLAY_COLUMNS: ColumnLabel[] = [
  column('text', 20, say('Dataset', 'Conjunto de dados', 'Jeu de données')),
  column('text', 28, say('Key', 'Chave', 'Clé')),
  column('text', 32, say('Rule code', 'Código da regra', 'Code de la règle')),
  column('text', 48, say('Rule', 'Regra', 'Règle')),
  column('text', 16, say('Outcome', 'Resultado', 'Résultat')),
  column('text', 32, say('Fails now', 'Falha agora', 'Échoue à présent')),
  column('text', 48, say('Why', 'Por quê', 'Pourquoi')),
  column('text', 20, say('Came along', 'Veio junto', 'Venue avec')),
  column('money', 16, say('Amount', 'Valor', 'Montant')),
  column('text', 9, say('Currency', 'Moeda', 'Devise')),
  column('text', 14, say('Customer', 'Cliente', 'Client')),
  column('text', 14, say('Invoice', 'Fatura', 'Facture')),
  column('text', 10, say('Row', 'Linha', 'Ligne')),
]
