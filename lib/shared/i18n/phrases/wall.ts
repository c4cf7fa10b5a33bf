/** The wall: few words, read from afar. */
export const wall = {
  title: { en: 'Wall', 'pt-BR': 'Painel', fr: 'Mur' },
  open: { en: 'Open rows', 'pt-BR': 'Linhas abertas', fr: 'Lignes ouvertes' },
  ready: {
    en: '{n} ready to replay',
    'pt-BR': '{n} prontas para reprocessar',
    fr: '{n} prêtes à rejouer',
  },
  oldest: { en: 'Oldest', 'pt-BR': 'Mais antiga', fr: 'La plus ancienne' },
  week: {
    en: 'Exit rate, last 7 days',
    'pt-BR': 'Taxa de saída, últimos 7 dias',
    fr: 'Taux de sortie, 7 derniers jours',
  },
  fourWeeks: { en: '4 weeks {rate}', 'pt-BR': '4 semanas {rate}', fr: '4 semaines {rate}' },
  trend: {
    en: 'Open rows, eight weeks',
    'pt-BR': 'Linhas abertas, oito semanas',
    fr: 'Lignes ouvertes, huit semaines',
  },
  trendWords: {
    en: 'From {first} on {from} to {last} today; {most} at most',
    'pt-BR': 'De {first} em {from} a {last} hoje; {most} no máximo',
    fr: 'De {first} le {from} à {last} aujourd’hui ; {most} au plus',
  },
  sinceThen: {
    en: '{change} since {from}',
    'pt-BR': '{change} desde {from}',
    fr: '{change} depuis le {from}',
  },
  money: {
    en: 'Money, not added up',
    'pt-BR': 'Valor, sem somar',
    fr: 'Montants, non additionnés',
  },
  noMoney: {
    en: 'No money is held back',
    'pt-BR': 'Nenhum valor retido',
    fr: 'Aucun montant retenu',
  },
  noCurrency: { en: 'no currency', 'pt-BR': 'sem moeda', fr: 'sans devise' },
  worst: { en: 'Look here first', 'pt-BR': 'Olhar primeiro', fr: 'À regarder d’abord' },
  nothing: {
    en: 'Nothing is in quarantine',
    'pt-BR': 'Nada em quarentena',
    fr: 'Rien en quarantaine',
  },
  alarms: { en: 'Alarms', 'pt-BR': 'Alarmes', fr: 'Alarmes' },
  noAlarm: { en: 'No alarm', 'pt-BR': 'Nenhum alarme', fr: 'Aucune alarme' },
  more: { en: 'and {n} more', 'pt-BR': 'e mais {n}', fr: 'et {n} de plus' },
  level: {
    warning: {
      en: '▲ over {limit} d',
      'pt-BR': '▲ acima de {limit} d',
      fr: '▲ au-delà de {limit} j',
    },
    critical: {
      en: '■ over {limit} d',
      'pt-BR': '■ acima de {limit} d',
      fr: '■ au-delà de {limit} j',
    },
    fine: { en: 'within its limit', 'pt-BR': 'dentro do limite', fr: 'dans les délais' },
  },
  alertLevel: {
    critical: {
      en: '{n} critical',
      'pt-BR': '{n, plural, one {# crítico} other {# críticos}}',
      fr: '{n, plural, one {# critique} other {# critiques}}',
    },
    warning: {
      en: '{n, plural, one {# warning} other {# warnings}}',
      'pt-BR': '{n, plural, one {# aviso} other {# avisos}}',
      fr: '{n, plural, one {# avertissement} other {# avertissements}}',
    },
  },
  worker: {
    alive: {
      en: 'Worker alive since {since}',
      'pt-BR': 'Processamento ativo desde {since}',
      fr: 'Traitement actif depuis {since}',
    },
    silent: {
      en: 'Worker silent since {beat}',
      'pt-BR': 'Processamento sem sinal desde {beat}',
      fr: 'Traitement muet depuis {beat}',
    },
    none: {
      en: 'No worker runs',
      'pt-BR': 'Nenhum processamento em execução',
      fr: 'Aucun traitement ne tourne',
    },
  },
  run: {
    en: 'Run {id} {status}, {time}',
    'pt-BR': 'Execução {id} {status}, {time}',
    fr: 'Exécution {id} {status}, {time}',
  },
  noRun: { en: 'No run yet', 'pt-BR': 'Nenhuma execução ainda', fr: 'Aucune exécution' },
  inbox: {
    empty: { en: 'Inbox clear', 'pt-BR': 'Caixa de entrada livre', fr: 'Boîte de réception libre' },
    waiting: {
      en: 'Inbox: {n} waiting',
      'pt-BR': 'Caixa de entrada: {n} em espera',
      fr: 'Boîte de réception : {n} en attente',
    },
    blocked: {
      en: 'Inbox blocked by {delivery}, {n} waiting',
      'pt-BR': 'Caixa de entrada bloqueada por {delivery}, {n} em espera',
      fr: 'Boîte de réception bloquée par {delivery}, {n} en attente',
    },
  },
  disk: {
    en: 'Disk {percent} free',
    'pt-BR': 'Disco {percent} livre',
    fr: 'Disque {percent} libre',
  },
  database: { en: 'database {size}', 'pt-BR': 'banco {size}', fr: 'base {size}' },
  megabytes: { en: '{n} MB', 'pt-BR': '{n} MB', fr: '{n} Mo' },
  gigabytes: { en: '{n} GB', 'pt-BR': '{n} GB', fr: '{n} Go' },
  figuresOf: {
    en: 'Figures of {time}, {zone}',
    'pt-BR': 'Números de {time}, {zone}',
    fr: 'Chiffres : {time}, {zone}',
  },
  stale: {
    en: 'These figures are {age} old: {reason}',
    'pt-BR': 'Estes números têm {age}: {reason}',
    fr: 'Ces chiffres ont {age} : {reason}',
  },
  never: {
    en: 'No figures: {reason}',
    'pt-BR': 'Sem números: {reason}',
    fr: 'Pas de chiffres : {reason}',
  },
  reason: {
    server: {
      en: 'the server does not answer',
      'pt-BR': 'o servidor não responde',
      fr: 'le serveur ne répond pas',
    },
    database: {
      en: 'the database does not answer',
      'pt-BR': 'o banco de dados não responde',
      fr: 'la base de données ne répond pas',
    },
    waiting: {
      en: 'waiting for the server',
      'pt-BR': 'aguardando o servidor',
      fr: 'en attente du serveur',
    },
  },
  minutes: { en: '{n} min', 'pt-BR': '{n} min', fr: '{n} min' },
  closed: {
    en: 'This screen’s link has been revoked',
    'pt-BR': 'O link desta tela foi revogado',
    fr: 'Le lien de cet écran a été révoqué',
  },
  signedOut: {
    en: 'You have been signed out',
    'pt-BR': 'A sua sessão terminou',
    fr: 'Votre session est terminée',
  },
  signInAgain: { en: 'Sign in again', 'pt-BR': 'Entrar de novo', fr: 'Se reconnecter' },
  leave: {
    en: 'Leave the wall (Esc)',
    'pt-BR': 'Sair do painel (Esc)',
    fr: 'Quitter le mur (Échap)',
  },
  closedHint: {
    en: 'An administrator can make a new one under Settings.',
    'pt-BR': 'Um administrador pode criar outro em Configurações.',
    fr: 'Un administrateur peut en créer un autre dans Réglages.',
  },
} as const
