export const row = {
  title: { en: 'Row {key}', 'pt-BR': 'Linha {key}', fr: 'Ligne {key}' },
  release: {
    en: 'What would release it',
    'pt-BR': 'O que a liberaria',
    fr: 'Ce qui la libérerait',
  },
  readyNow: {
    en: 'Nothing is in its way any more: a replay settles it.',
    'pt-BR': 'Nada mais a impede: um reprocessamento a liquida.',
    fr: 'Plus rien ne la retient : un rejeu la solde.',
  },
  raw: { en: 'As received', 'pt-BR': 'Como recebido', fr: 'Tel que reçu' },
  bytes: {
    en: 'Bytes of the record ({n})',
    'pt-BR': 'Bytes do registro ({n})',
    fr: "Octets de l'enregistrement ({n})",
  },
  field: { en: 'Field', 'pt-BR': 'Campo', fr: 'Champ' },
  value: { en: 'Value', 'pt-BR': 'Valor', fr: 'Valeur' },
  missing: { en: '(missing)', 'pt-BR': '(ausente)', fr: '(absente)' },
  empty: { en: '(empty text)', 'pt-BR': '(texto vazio)', fr: '(texte vide)' },
  lineage: { en: 'Where it came from', 'pt-BR': 'De onde veio', fr: "D'où elle vient" },
  place: {
    en: '{file}, line {line}, run {run}',
    'pt-BR': '{file}, linha {line}, execução {run}',
    fr: '{file}, ligne {line}, exécution {run}',
  },
  alsoFails: { en: 'Also fails', 'pt-BR': 'Também falha', fr: 'Échoue aussi' },
  parents: { en: 'What it leans on', 'pt-BR': 'Do que depende', fr: 'Ce dont elle dépend' },
  state: {
    s0: { en: 'there', 'pt-BR': 'presente', fr: 'présent' },
    s1: { en: 'missing', 'pt-BR': 'ausente', fr: 'absent' },
    s2: { en: 'in quarantine', 'pt-BR': 'em quarentena', fr: 'en quarantaine' },
    s3: {
      en: 'in quarantine, ready',
      'pt-BR': 'em quarentena, pronta',
      fr: 'en quarantaine, prête',
    },
  },
  children: {
    en: 'Waits behind it: {n}',
    'pt-BR': 'Esperam atrás dela: {n}',
    fr: 'Attendent derrière : {n}',
  },
  sameCause: {
    en: '{n, plural, =0 {No other open row of this cause} one {# other open row of this cause} other {# other open rows of this cause}}',
    'pt-BR':
      '{n, plural, =0 {Nenhuma outra linha aberta desta causa} one {# outra linha aberta desta causa} other {# outras linhas abertas desta causa}}',
    fr: '{n, plural, =0 {Aucune autre ligne ouverte de cette cause} one {# autre ligne ouverte de cette cause} other {# autres lignes ouvertes de cette cause}}',
  },
  timeline: { en: 'Timeline', 'pt-BR': 'Histórico', fr: 'Chronologie' },
  earlier: {
    en: 'It was here before: row {id}',
    'pt-BR': 'Já esteve aqui: linha {id}',
    fr: 'Elle est déjà venue : ligne {id}',
  },
  by: { en: 'by {who}', 'pt-BR': 'por {who}', fr: 'par {who}' },
  machine: {
    run: { en: 'a run', 'pt-BR': 'uma execução', fr: 'une exécution' },
    replay: { en: 'a replay', 'pt-BR': 'um reprocessamento', fr: 'un rejeu' },
    rule: { en: 'a changed rule', 'pt-BR': 'uma regra alterada', fr: 'une règle modifiée' },
    schedule: { en: 'the schedule', 'pt-BR': 'o agendamento', fr: 'la planification' },
  },
  event: {
    ENTERED: { en: 'Set aside', 'pt-BR': 'Separada', fr: 'Mise à part' },
    RULE_CHANGED: {
      en: 'Moved to another rule',
      'pt-BR': 'Passou a outra regra',
      fr: 'Passée à une autre règle',
    },
    REVALUED: { en: 'Amount changed', 'pt-BR': 'Valor alterado', fr: 'Montant modifié' },
    REPLAY_FAILED: {
      en: 'Replayed, still failing',
      'pt-BR': 'Reprocessada, ainda falha',
      fr: 'Rejouée, échoue encore',
    },
    EXITED: { en: 'Left', 'pt-BR': 'Saiu', fr: 'Sortie' },
    REOPENED: { en: 'Reopened', 'pt-BR': 'Reaberta', fr: 'Rouverte' },
    ASSIGNED: { en: 'Assigned', 'pt-BR': 'Atribuída', fr: 'Attribuée' },
    COMMENTED: { en: 'Comment', 'pt-BR': 'Comentário', fr: 'Commentaire' },
    SNOOZED: { en: 'Snoozed', 'pt-BR': 'Adiada', fr: 'Mise en veille' },
    FIX_CLAIMED: { en: 'Fix claimed', 'pt-BR': 'Correção declarada', fr: 'Correction déclarée' },
    FIX_REFUTED: { en: 'Fix refuted', 'pt-BR': 'Correção desmentida', fr: 'Correction démentie' },
  },
  exit: {
    REPLAYED: {
      en: 'settled by a replay',
      'pt-BR': 'liquidada por reprocessamento',
      fr: 'soldée par un rejeu',
    },
    CORRECTED: {
      en: 'corrected at the source',
      'pt-BR': 'corrigida na origem',
      fr: 'corrigée à la source',
    },
    WITHDRAWN: {
      en: 'no longer delivered',
      'pt-BR': 'não é mais entregue',
      fr: "n'est plus livrée",
    },
    RULE_CHANGED: { en: 'the rule was changed', 'pt-BR': 'a regra mudou', fr: 'la règle a changé' },
    CLASSEE: {
      en: 'closed by a person',
      'pt-BR': 'encerrada por uma pessoa',
      fr: 'classée par une personne',
    },
  },
  searchTitle: { en: 'Search: {q}', 'pt-BR': 'Busca: {q}', fr: 'Recherche : {q}' },
  searchFound: {
    en: '{n, plural, =0 {Nothing in quarantine matches.} one {# row in quarantine} other {# rows in quarantine}}',
    'pt-BR':
      '{n, plural, =0 {Nada em quarentena corresponde.} one {# linha em quarentena} other {# linhas em quarentena}}',
    fr: '{n, plural, =0 {Rien en quarantaine ne correspond.} one {# ligne en quarantaine} other {# lignes en quarantaine}}',
  },
  openOf: {
    en: '{n} open',
    'pt-BR': '{n} abertas',
    fr: '{n} ouvertes',
  },
  searchCapped: {
    en: 'Only the first {n} are shown.',
    'pt-BR': 'Só as primeiras {n} são mostradas.',
    fr: 'Seules les {n} premières sont affichées.',
  },
} as const
