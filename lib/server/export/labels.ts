/** What the steward reads in an export beside the data. */
import type { ColumnType, ExportLocale } from './files/table'

export type Words = Record<ExportLocale, string>

export const say = (en: string, pt: string, fr: string): Words => ({ en, 'pt-BR': pt, fr })

export const SHEET = say('Quarantine', 'Quarentena', 'Quarantaine')

export const STATUS: Record<string, Words> = {
  A_TRAITER: say('To process', 'A tratar', 'À traiter'),
  SOLDEE: say('Settled', 'Resolvida', 'Résolue'),
  CLASSEE: say('Closed without action', 'Encerrada sem ação', 'Classée sans suite'),
}

export interface ColumnLabel {
  heading: Words
  type: ColumnType
  width: number
  /** The heading names the workspace's time zone. */
  zoned?: boolean
}

export const column = (type: ColumnType, width: number, heading: Words): ColumnLabel => ({
  type,
  width,
  heading,
})

/** In the order of the export; quarantine.ts fills them by name. */
export const COLUMNS = {
  dataset: column('text', 20, say('Dataset', 'Conjunto de dados', 'Jeu de données')),
  sourceTable: column('text', 10, say('Source table', 'Tabela de origem', 'Table source')),
  field: column('text', 12, say('Field', 'Campo', 'Champ')),
  key: column('text', 28, say('Key', 'Chave', 'Clé')),
  value: column('text', 20, say('Offending value', 'Valor recusado', 'Valeur en cause')),
  rule: column('text', 32, say('Rule code', 'Código da regra', 'Code de la règle')),
  means: column('text', 48, say('Rule', 'Regra', 'Règle')),
  mend: column('text', 60, say('How to fix', 'Como corrigir', 'Comment corriger')),
  transaction: column('text', 12, say('Transaction', 'Transação', 'Transaction')),
  owner: column('text', 18, say('Owner', 'Responsável', 'Responsable')),
  status: column('text', 14, say('Status', 'Situação', 'Statut')),
  firstSeen: {
    ...column('time', 20, say('First seen', 'Visto primeiro em', 'Vu pour la première fois')),
    zoned: true,
  },
  age: column('count', 10, say('Age in days', 'Idade em dias', 'Ancienneté en jours')),
  amount: column('money', 16, say('Amount', 'Valor', 'Montant')),
  currency: column('text', 9, say('Currency', 'Moeda', 'Devise')),
  customer: column('text', 14, say('Customer', 'Cliente', 'Client')),
  invoice: column('text', 14, say('Invoice', 'Fatura', 'Facture')),
  file: column('text', 18, say('File', 'Arquivo', 'Fichier')),
  line: column('count', 10, say('Line', 'Linha', 'Ligne')),
  otherRules: column(
    'text',
    32,
    say('Other failing rules', 'Outras regras violadas', 'Autres règles en échec'),
  ),
  freedRows: column(
    'count',
    16,
    say(
      'Rows its cause would free',
      'Linhas que a causa liberaria',
      'Lignes que la cause libérerait',
    ),
  ),
  freedMoney: column(
    'money',
    18,
    say(
      'Money its cause would free',
      'Valor que a causa liberaria',
      'Montant que la cause libérerait',
    ),
  ),
  freedCurrency: column(
    'text',
    9,
    say('Currency of that money', 'Moeda desse valor', 'Devise de ce montant'),
  ),
  freedOther: column(
    'text',
    24,
    say('The same in other currencies', 'O mesmo em outras moedas', 'Idem en autres devises'),
  ),
} satisfies Record<string, ColumnLabel>

export type ColumnName = keyof typeof COLUMNS
