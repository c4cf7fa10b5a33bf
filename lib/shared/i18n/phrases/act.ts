/** People's verbs: buttons, their questions, what came of them. */
export const act = {
  replay: { en: 'Replay…', 'pt-BR': 'Reprocessar…', fr: 'Rejouer…' },
  comment: { en: 'Comment', 'pt-BR': 'Comentar', fr: 'Commenter' },
  assign: { en: 'Assign', 'pt-BR': 'Atribuir', fr: 'Attribuer' },
  snooze: { en: 'Snooze', 'pt-BR': 'Adiar', fr: 'Mettre en veille' },
  claim: { en: 'Claim fix', 'pt-BR': 'Declarar correção', fr: 'Déclarer corrigé' },
  close: { en: 'Close…', 'pt-BR': 'Encerrar…', fr: 'Classer…' },
  reopen: { en: 'Reopen', 'pt-BR': 'Reabrir', fr: 'Rouvrir' },
  actsOn: {
    en: 'Acts on {n, plural, one {# row} other {# rows}}.',
    'pt-BR': 'Atua sobre {n, plural, one {# linha} other {# linhas}}.',
    fr: 'Porte sur {n, plural, one {# ligne} other {# lignes}}.',
  },
  text: { en: 'Comment', 'pt-BR': 'Comentário', fr: 'Commentaire' },
  owner: {
    en: 'Owner (empty: the owner of the rule)',
    'pt-BR': 'Responsável (vazio: o da regra)',
    fr: 'Responsable (vide : celui de la règle)',
  },
  until: { en: 'Until', 'pt-BR': 'Até', fr: "Jusqu'au" },
  note: {
    en: 'What was fixed, and where',
    'pt-BR': 'O que foi corrigido, e onde',
    fr: 'Ce qui a été corrigé, et où',
  },
  reason: { en: 'Reason', 'pt-BR': 'Motivo', fr: 'Motif' },
  closeHint: {
    en: 'The rows leave the open stock and stay in quarantine. They come back if other content or another rule fails.',
    'pt-BR':
      'As linhas deixam de estar abertas e continuam em quarentena. Voltam se outro conteúdo ou outra regra falhar.',
    fr: 'Les lignes quittent le stock ouvert et restent en quarantaine. Elles reviennent si un autre contenu ou une autre règle échoue.',
  },
  claimHint: {
    en: 'The next delivery confirms or refutes it.',
    'pt-BR': 'A próxima carga confirma ou desmente.',
    fr: 'La prochaine livraison le confirme ou le dément.',
  },
  confirm: { en: 'Confirm', 'pt-BR': 'Confirmar', fr: 'Confirmer' },
  working: { en: 'Working …', 'pt-BR': 'Executando …', fr: 'En cours …' },
  done: { en: 'Done', 'pt-BR': 'Feito', fr: 'Fait' },
  needsRole: {
    en: 'Needs the role {role}',
    'pt-BR': 'Exige o papel {role}',
    fr: 'Exige le rôle {role}',
  },
  failed: {
    busy: {
      en: 'A run or replay is writing. Try again in a moment; nothing was changed.',
      'pt-BR':
        'Uma execução ou reprocessamento está gravando. Tente em instantes; nada foi alterado.',
      fr: "Une exécution ou un rejeu écrit. Réessayez dans un instant ; rien n'a changé.",
    },
    moved_on: {
      en: 'Some of these rows have moved on meanwhile. Look again; nothing was changed.',
      'pt-BR': 'Algumas destas linhas mudaram nesse meio tempo. Veja de novo; nada foi alterado.',
      fr: "Certaines de ces lignes ont bougé entre-temps. Regardez de nouveau ; rien n'a changé.",
    },
    nothing_matches: {
      en: 'No row matches any more.',
      'pt-BR': 'Nenhuma linha corresponde mais.',
      fr: 'Plus aucune ligne ne correspond.',
    },
    other_number: {
      en: 'Another number of rows matches now. Look again; nothing was changed.',
      'pt-BR': 'Outro número de linhas corresponde agora. Veja de novo; nada foi alterado.',
      fr: "Un autre nombre de lignes correspond maintenant. Regardez de nouveau ; rien n'a changé.",
    },
    not_declarable: {
      en: 'Nothing can be declared now; the reason stands above.',
      'pt-BR': 'Nada pode ser declarado agora; o motivo está acima.',
      fr: 'Rien ne peut être déclaré maintenant ; la raison est au-dessus.',
    },
    already_claimed: {
      en: 'A fix is claimed for this already.',
      'pt-BR': 'Já há uma correção declarada.',
      fr: 'Une correction est déjà déclarée.',
    },
    request_id: {
      en: 'This was sent already.',
      'pt-BR': 'Isto já foi enviado.',
      fr: 'Ceci a déjà été envoyé.',
    },
    forbidden: {
      en: 'Your role may not do this.',
      'pt-BR': 'O seu papel não permite isto.',
      fr: 'Votre rôle ne le permet pas.',
    },
    not_found: {
      en: 'It is not there any more.',
      'pt-BR': 'Não está mais lá.',
      fr: "Ce n'est plus là.",
    },
    invalid: {
      en: 'Something in the form is not right.',
      'pt-BR': 'Algo no formulário não está certo.',
      fr: 'Quelque chose ne va pas dans le formulaire.',
    },
    unanswered: {
      en: 'No answer came, so it is not known whether it was done. Try again: it is done once at most.',
      'pt-BR':
        'Não houve resposta, e não se sabe se foi feito. Tente de novo: é feito no máximo uma vez.',
      fr: "Aucune réponse n'est venue ; on ne sait pas si c'est fait. Réessayez : ce n'est fait qu'une fois.",
    },
    internal: {
      en: 'It did not work, and nothing was changed. If it stays so, tell operations.',
      'pt-BR': 'Não funcionou, e nada foi alterado. Se continuar, avise a operação.',
      fr: "Cela n'a pas marché, et rien n'a changé. Si cela dure, prévenez l'exploitation.",
    },
  },
} as const
