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
    en: 'Judges them now and says what would happen. Nothing is changed.',
    'pt-BR': 'Julga agora e diz o que aconteceria. Nada é alterado.',
    fr: "Les juge maintenant et dit ce qui se passerait. Rien n'est changé.",
  },
  wouldSettle: {
    en: '{settled} of {total} would be settled now',
    'pt-BR': '{settled} de {total} seriam liquidadas agora',
    fr: '{settled} sur {total} seraient soldées maintenant',
  },
  didSettle: {
    en: '{settled} of {total} settled',
    'pt-BR': '{settled} de {total} liquidadas',
    fr: '{settled} sur {total} soldées',
  },
  nothingSettled: {
    en: 'Nothing was settled: what these rows fail has not changed.',
    'pt-BR': 'Nada foi liquidado: o motivo destas linhas não mudou.',
    fr: "Rien n'a été soldé : ce qui retient ces lignes n'a pas changé.",
  },
  judging: {
    en: 'Judging: {done} of {total}. Nothing is changed.',
    'pt-BR': 'Julgando: {done} de {total}. Nada é alterado.',
    fr: "Jugement : {done} sur {total}. Rien n'est changé.",
  },
  replaying: {
    en: 'Replaying: {done} of {total}. You may leave; it goes on.',
    'pt-BR': 'Reprocessando: {done} de {total}. Pode sair; continua sozinho.',
    fr: 'Rejeu : {done} sur {total}. Vous pouvez partir ; il continue.',
  },
  withCascaded: {
    en: '{n, plural, one {with # waiting row} other {with # waiting rows}}',
    'pt-BR': '{n, plural, one {com # linha à espera} other {com # linhas à espera}}',
    fr: '{n, plural, one {avec # ligne en attente} other {avec # lignes en attente}}',
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
      'pt-BR': '{n} foram liquidadas ou substituídas nesse meio tempo',
      fr: '{n} ont été soldées ou remplacées entre-temps',
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
  requested: { en: 'asked for', 'pt-BR': 'pedidas', fr: 'demandées' },
  cascaded: { en: 'waiting children', 'pt-BR': 'filhos à espera', fr: 'enfants en attente' },
  settled: { en: 'settled', 'pt-BR': 'liquidadas', fr: 'soldées' },
  stillFailing: { en: 'still failing', 'pt-BR': 'ainda falham', fr: 'échouent encore' },
  skipped: { en: 'skipped', 'pt-BR': 'ignoradas', fr: 'ignorées' },
  openItems: { en: 'to do', 'pt-BR': 'a fazer', fr: 'à faire' },
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
