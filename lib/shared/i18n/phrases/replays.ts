export const replays = {
  title: { en: 'Replays', 'pt-BR': 'Reprocessamentos', fr: 'Rejeux' },
  one: { en: 'Replay', 'pt-BR': 'Reprocessamento', fr: 'Rejeu' },
  replayNo: { en: 'Replay {id}', 'pt-BR': 'Reprocessamento {id}', fr: 'Rejeu {id}' },
  previewNo: { en: 'Preview {id}', 'pt-BR': 'Prévia {id}', fr: 'Aperçu {id}' },
  newTitle: { en: 'Replay rows', 'pt-BR': 'Reprocessar linhas', fr: 'Rejouer des lignes' },
  about: {
    en: '{n, plural, one {# open row matches} other {# open rows match}}, {ready} of them ready. Children that wait behind them come along.',
    'pt-BR':
      '{n, plural, one {# linha aberta corresponde} other {# linhas abertas correspondem}}, {ready} prontas. Os filhos à espera vão junto.',
    fr: '{n, plural, one {# ligne ouverte correspond} other {# lignes ouvertes correspondent}}, dont {ready} prêtes. Les enfants en attente suivent.',
  },
  preview: { en: 'Preview', 'pt-BR': 'Ver prévia', fr: 'Aperçu' },
  previewHint: {
    en: 'The preview checks these rows against the present data and says what would happen. Nothing is changed.',
    'pt-BR':
      'A prévia verifica estas linhas com os dados atuais e diz o que aconteceria. Nada é alterado.',
    fr: "L'aperçu vérifie ces lignes avec les données actuelles et dit ce qui se passerait. Rien n'est changé.",
  },
  wouldSettle: {
    en: '{settled} of {total} would be settled now',
    'pt-BR': '{settled} de {total} seriam liberadas agora',
    fr: '{settled} sur {total} seraient libérées maintenant',
  },
  didSettle: {
    en: '{settled} of {total} settled',
    'pt-BR': '{settled} de {total} liberadas',
    fr: '{settled} sur {total} libérées',
  },
  nothingSettled: {
    en: 'Nothing was settled: what these rows fail has not changed.',
    'pt-BR': 'Nada foi liberado: o motivo destas linhas não mudou.',
    fr: "Rien n'a été libéré : ce qui retient ces lignes n'a pas changé.",
  },
  nothingWould: {
    en: 'Nothing would be settled: what these rows fail has not changed.',
    'pt-BR': 'Nada seria liberado: o motivo destas linhas não mudou.',
    fr: "Rien ne serait libéré : ce qui retient ces lignes n'a pas changé.",
  },
  stillThere: {
    en: '{n, plural, one {# row still fails; the rules below say why.} other {# rows still fail; the rules below say why.}}',
    'pt-BR':
      '{n, plural, one {# linha ainda falha; as regras abaixo dizem por quê.} other {# linhas ainda falham; as regras abaixo dizem por quê.}}',
    fr: '{n, plural, one {# ligne échoue encore ; les règles ci-dessous disent pourquoi.} other {# lignes échouent encore ; les règles ci-dessous disent pourquoi.}}',
  },
  judging: {
    en: 'Checking: {done} of {total}. Nothing is changed.',
    'pt-BR': 'Verificando: {done} de {total}. Nada é alterado.',
    fr: "Jugement : {done} sur {total}. Rien n'est changé.",
  },
  replaying: {
    en: 'Replaying: {done} of {total}. You may leave; it goes on.',
    'pt-BR': 'Reprocessando: {done} de {total}. Pode sair; continua sozinho.',
    fr: 'Rejeu : {done} sur {total}. Vous pouvez partir ; il continue.',
  },
  withCascaded: {
    en: '{n, plural, one {# row that waited behind them included} other {# rows that waited behind them included}}',
    'pt-BR':
      '{n, plural, one {incluída # linha que esperava por elas} other {incluídas # linhas que esperavam por elas}}',
    fr: '{n, plural, one {dont # ligne qui attendait derrière} other {dont # lignes qui attendaient derrière}}',
  },
  executedAs: {
    en: 'This preview was executed as replay {id}.',
    'pt-BR': 'Esta prévia foi executada como o reprocessamento {id}.',
    fr: 'Cet aperçu a été exécuté comme rejeu {id}.',
  },
  seeReplay: { en: 'See the replay', 'pt-BR': 'Ver o reprocessamento', fr: 'Voir le rejeu' },
  ofPreview: { en: 'of preview {id}', 'pt-BR': 'da prévia {id}', fr: "de l'aperçu {id}" },
  otherNumber: {
    en: '{expected} rows were selected; {n} match now. Look at them again before you replay.',
    'pt-BR':
      '{expected} linhas foram selecionadas; {n} correspondem agora. Veja-as de novo antes de reprocessar.',
    fr: '{expected} lignes étaient sélectionnées ; {n} correspondent maintenant. Regardez-les de nouveau avant de rejouer.',
  },
  nothingToDo: {
    en: 'No open row matches any more: there is nothing to replay.',
    'pt-BR': 'Nenhuma linha aberta corresponde mais: não há o que reprocessar.',
    fr: "Plus aucune ligne ouverte ne correspond : il n'y a rien à rejouer.",
  },
  whySkipped: {
    closed: {
      en: '{n} were closed by a person meanwhile',
      'pt-BR': '{n} foram encerradas por uma pessoa nesse meio tempo',
      fr: '{n} ont été classées par une personne entre-temps',
    },
    superseded: {
      en: '{n} were settled or replaced meanwhile',
      'pt-BR': '{n} foram liberadas ou substituídas nesse meio tempo',
      fr: '{n} ont été libérées ou remplacées entre-temps',
    },
    cancelled: {
      en: '{n} were not reached before the cancellation',
      'pt-BR': '{n} não foram alcançadas antes do cancelamento',
      fr: "{n} n'ont pas été atteintes avant l'annulation",
    },
    failed: {
      en: '{n} were not reached before it failed',
      'pt-BR': '{n} não foram alcançadas antes da falha',
      fr: "{n} n'ont pas été atteintes avant l'échec",
    },
  },
  referencesOf: {
    en: 'References as of run {run}',
    'pt-BR': 'Referências conforme a execução {run}',
    fr: "Références selon l'exécution {run}",
  },
  execute: { en: 'Replay {n} now', 'pt-BR': 'Reprocessar {n} agora', fr: 'Rejouer {n} maintenant' },
  changedSince: {
    en: '{n, plural, =0 {Exactly as previewed.} one {# row came out otherwise than previewed.} other {# rows came out otherwise than previewed.}}',
    'pt-BR':
      '{n, plural, =0 {Exatamente como na prévia.} one {# linha saiu diferente da prévia.} other {# linhas saíram diferentes da prévia.}}',
    fr: "{n, plural, =0 {Exactement comme dans l'aperçu.} one {# ligne a fini autrement que dans l'aperçu.} other {# lignes ont fini autrement que dans l'aperçu.}}",
  },
  requested: { en: 'Asked for', 'pt-BR': 'Pedidas', fr: 'Demandées' },
  cascaded: { en: 'Waiting behind them', 'pt-BR': 'À espera delas', fr: 'En attente derrière' },
  settled: { en: 'Settled', 'pt-BR': 'Liberadas', fr: 'Libérées' },
  stillFailing: { en: 'Still failing', 'pt-BR': 'Ainda falham', fr: 'Échouent encore' },
  skipped: { en: 'Skipped', 'pt-BR': 'Ignoradas', fr: 'Ignorées' },
  openItems: { en: 'To do', 'pt-BR': 'A fazer', fr: 'À faire' },
  cancel: {
    en: 'Cancel the replay',
    'pt-BR': 'Cancelar o reprocessamento',
    fr: 'Annuler le rejeu',
  },
  cancelling: {
    en: 'Stops after this chunk',
    'pt-BR': 'Para depois deste bloco',
    fr: "S'arrête après ce bloc",
  },
  byRule: { en: 'By rule', 'pt-BR': 'Por regra', fr: 'Par règle' },
  nextBlockers: {
    en: 'Left their rule only to hit another',
    'pt-BR': 'Saíram da regra e caíram em outra',
    fr: 'Sorties de leur règle pour en heurter une autre',
  },
  why: {
    en: 'Why they still fail',
    'pt-BR': 'Por que ainda falham',
    fr: 'Pourquoi elles échouent encore',
  },
  download: {
    en: 'Download the result',
    'pt-BR': 'Baixar o resultado',
    fr: 'Télécharger le résultat',
  },
  askedBy: {
    en: 'asked by {who} at {time}',
    'pt-BR': 'pedido por {who} em {time}',
    fr: 'demandé par {who} le {time}',
  },
  none: {
    en: 'Nobody has asked for a replay yet.',
    'pt-BR': 'Ninguém pediu um reprocessamento ainda.',
    fr: "Personne n'a encore demandé de rejeu.",
  },
  status: {
    queued: { en: 'waiting for a worker', 'pt-BR': 'esperando um worker', fr: 'attend un worker' },
    running: { en: 'running', 'pt-BR': 'em execução', fr: 'en cours' },
    done: { en: 'done', 'pt-BR': 'concluído', fr: 'terminé' },
    failed: { en: 'failed', 'pt-BR': 'falhou', fr: 'échoué' },
    cancelled: { en: 'cancelled', 'pt-BR': 'cancelado', fr: 'annulé' },
  },
} as const
