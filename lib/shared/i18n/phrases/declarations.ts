export const declarations = {
  title: { en: 'Declarations', 'pt-BR': 'Declarações', fr: 'Déclarations' },
  one: { en: 'Declaration', 'pt-BR': 'Declaração', fr: 'Déclaration' },
  oneNo: { en: 'Declaration {id}', 'pt-BR': 'Declaração {id}', fr: 'Déclaration {id}' },
  noDomain: {
    en: 'This domain has nothing to declare. Choose another one, or all of them.',
    'pt-BR': 'Este domínio não tem nada a declarar. Escolha outro, ou todos.',
    fr: "Ce domaine n'a rien à déclarer. Choisissez-en un autre, ou tous.",
  },
  none: {
    en: 'No declaration has been asked for yet.',
    'pt-BR': 'Nenhuma declaração foi pedida ainda.',
    fr: "Aucune déclaration n'a encore été demandée.",
  },
  older: {
    en: 'Older declarations',
    'pt-BR': 'Declarações anteriores',
    fr: 'Déclarations antérieures',
  },
  produce: {
    en: 'Produce declaration',
    'pt-BR': 'Gerar declaração',
    fr: 'Produire la déclaration',
  },
  can: {
    en: 'Can be produced: run {run}, as of {time}, is balanced.',
    'pt-BR': 'Pode ser gerada: a execução {run}, referente a {time}, está equilibrada.',
    fr: "Peut être produite : l'exécution {run}, en date du {time}, est équilibrée.",
  },
  cannot: {
    en: 'No declaration can be produced now.',
    'pt-BR': 'Nenhuma declaração pode ser gerada agora.',
    fr: 'Aucune déclaration ne peut être produite maintenant.',
  },
  obstacle: {
    no_run: {
      en: 'No delivery has been run yet.',
      'pt-BR': 'Nenhuma carga foi executada ainda.',
      fr: "Aucune livraison n'a encore été traitée.",
    },
    run_in_progress: {
      en: 'Run {run} is in progress. A declaration that is asked for now follows it.',
      'pt-BR': 'A execução {run} está em andamento. Uma declaração pedida agora vem em seguida.',
      fr: "L'exécution {run} est en cours. Une déclaration demandée maintenant la suivra.",
    },
    run_refused: {
      en: 'The latest run, {run}, was refused.',
      'pt-BR': 'A última execução, {run}, foi recusada.',
      fr: 'La dernière exécution, {run}, a été refusée.',
    },
    run_failed: {
      en: 'The latest run, {run}, failed: its checks do not hold, so nothing of it may be declared.',
      'pt-BR':
        'A última execução, {run}, falhou: as verificações não conferem, e nada dela pode ser declarado.',
      fr: "La dernière exécution, {run}, a échoué : ses contrôles ne tiennent pas, rien n'en peut être déclaré.",
    },
    run_interrupted: {
      en: 'The latest run, {run}, broke off.',
      'pt-BR': 'A última execução, {run}, foi interrompida.',
      fr: 'La dernière exécution, {run}, a été interrompue.',
    },
    check_failed: {
      en: 'Checks of run {run} do not hold.',
      'pt-BR': 'Verificações da execução {run} não conferem.',
      fr: "Des contrôles de l'exécution {run} ne tiennent pas.",
    },
    replay_waiting: {
      en: 'Replay {replay} has not ended. A declaration that is asked for now follows it.',
      'pt-BR':
        'O reprocessamento {replay} não terminou. Uma declaração pedida agora vem em seguida.',
      fr: "Le rejeu {replay} n'est pas terminé. Une déclaration demandée maintenant le suivra.",
    },
    replay_failed: {
      en: 'Replay {replay} failed after run {run}.',
      'pt-BR': 'O reprocessamento {replay} falhou depois da execução {run}.',
      fr: "Le rejeu {replay} a échoué après l'exécution {run}.",
    },
    rules_changed: {
      en: 'The rules changed since run {run}: a delivery or a rebuild has to judge by them first.',
      'pt-BR':
        'As regras mudaram desde a execução {run}: uma carga ou reconstrução precisa julgar por elas antes.',
      fr: "Les règles ont changé depuis l'exécution {run} : une livraison ou une reconstruction doit d'abord juger selon elles.",
    },
    nothing_delivered: {
      en: 'What is to be declared was never delivered.',
      'pt-BR': 'O que deve ser declarado nunca foi entregue.',
      fr: "Ce qui doit être déclaré n'a jamais été livré.",
    },
    incomplete: {
      en: 'It would not be complete: rows are missing, or stand in two places.',
      'pt-BR': 'Não estaria completa: faltam linhas, ou há linhas em dois lugares.',
      fr: 'Elle ne serait pas complète : des lignes manquent, ou se trouvent à deux endroits.',
    },
    internal: {
      en: 'It could not be written.',
      'pt-BR': 'Não pôde ser gravada.',
      fr: "Elle n'a pas pu être écrite.",
    },
  },
  seeRun: { en: 'See the run', 'pt-BR': 'Ver a execução', fr: "Voir l'exécution" },
  seeReplay: {
    en: 'See the replay',
    'pt-BR': 'Ver o reprocessamento',
    fr: 'Voir le rejeu',
  },
  status: {
    queued: { en: 'waiting for its turn', 'pt-BR': 'aguardando a vez', fr: 'attend son tour' },
    running: { en: 'being produced', 'pt-BR': 'em geração', fr: 'en cours de production' },
    done: { en: 'produced', 'pt-BR': 'gerada', fr: 'produite' },
    refused: { en: 'refused', 'pt-BR': 'recusada', fr: 'refusée' },
    failed: { en: 'failed', 'pt-BR': 'falhou', fr: 'échouée' },
  },
  moving: {
    en: 'The declaration is being produced. This page shows it as soon as it is there.',
    'pt-BR': 'A declaração está sendo gerada. Esta página a mostra assim que estiver pronta.',
    fr: 'La déclaration est en cours de production. Cette page la montre dès qu’elle est là.',
  },
  notProduced: {
    en: 'No file was produced.',
    'pt-BR': 'Nenhum arquivo foi gerado.',
    fr: "Aucun fichier n'a été produit.",
  },
  askedBy: {
    en: 'asked for by {who}, {time}',
    'pt-BR': 'pedida por {who}, {time}',
    fr: 'demandée par {who}, {time}',
  },
  terminal: { en: 'the command line', 'pt-BR': 'a linha de comando', fr: 'la ligne de commande' },
  certificate: {
    en: 'Completeness certificate',
    'pt-BR': 'Certificado de completude',
    fr: "Certificat d'exhaustivité",
  },
  balanced: {
    en: 'Balanced: every collected row is accounted for.',
    'pt-BR': 'Equilibrado: cada linha coletada está contabilizada.',
    fr: 'Équilibré : chaque ligne collectée est comptée.',
  },
  figures: {
    collected: { en: 'Collected', 'pt-BR': 'Coletadas', fr: 'Collectées' },
    declared: { en: 'Declared', 'pt-BR': 'Declaradas', fr: 'Déclarées' },
    open: { en: 'Open, by rule', 'pt-BR': 'Abertas, por regra', fr: 'Ouvertes, par règle' },
    closed: {
      en: 'Closed by a person',
      'pt-BR': 'Encerradas por uma pessoa',
      fr: 'Classées par une personne',
    },
    duplicates: { en: 'Duplicates', 'pt-BR': 'Duplicatas', fr: 'Doublons' },
  },
  meaning: {
    en: 'Collected are all records received since the last full delivery ({received}), less those that a newer record of the same key replaced ({superseded}). Declared rows are the lines of the file.',
    'pt-BR':
      'Coletadas são todos os registros recebidos desde a última carga completa ({received}), menos os que um registro mais novo da mesma chave substituiu ({superseded}). As linhas declaradas são as do arquivo.',
    fr: "Sont collectés tous les enregistrements reçus depuis la dernière livraison complète ({received}), moins ceux qu'un enregistrement plus récent de même clé a remplacés ({superseded}). Les lignes déclarées sont celles du fichier.",
  },
  notDeclared: {
    en: 'Collected, not declared',
    'pt-BR': 'Coletadas, não declaradas',
    fr: 'Collectées, non déclarées',
  },
  allDeclared: {
    en: 'Every collected row is declared; nothing is set aside.',
    'pt-BR': 'Todas as linhas coletadas foram declaradas; nada está separado.',
    fr: "Toutes les lignes collectées sont déclarées ; rien n'est mis à part.",
  },
  state: { en: 'State', 'pt-BR': 'Estado', fr: 'État' },
  isOpen: { en: 'open', 'pt-BR': 'aberta', fr: 'ouverte' },
  isClosed: {
    en: 'closed by a person',
    'pt-BR': 'encerrada por uma pessoa',
    fr: 'classée par une personne',
  },
  since: { en: 'Oldest since', 'pt-BR': 'Mais antiga desde', fr: 'La plus ancienne depuis le' },
  declaredAmount: { en: 'Declared amount', 'pt-BR': 'Valor declarado', fr: 'Montant déclaré' },
  keys: {
    en: '{declared} keys declared, {aside} set aside, {both} in both',
    'pt-BR': '{declared} chaves declaradas, {aside} separadas, {both} em ambas',
    fr: '{declared} clés déclarées, {aside} mises à part, {both} dans les deux',
  },
  output: { en: 'File declared', 'pt-BR': 'Arquivo declarado', fr: 'Fichier déclaré' },
  format: { en: 'Format', 'pt-BR': 'Formato', fr: 'Format' },
  columns: { en: 'Columns', 'pt-BR': 'Colunas', fr: 'Colonnes' },
  orderedBy: { en: 'ordered by {key}', 'pt-BR': 'em ordem de {key}', fr: 'dans l’ordre de {key}' },
  size: { en: '{n} bytes', 'pt-BR': '{n} bytes', fr: '{n} octets' },
  inputs: { en: 'Files received', 'pt-BR': 'Arquivos recebidos', fr: 'Fichiers reçus' },
  producedAt: { en: 'Produced', 'pt-BR': 'Gerada', fr: 'Produite le' },
  producedBy: { en: 'By', 'pt-BR': 'Por', fr: 'Par' },
  code: { en: 'Code', 'pt-BR': 'Código', fr: 'Code' },
  commit: { en: 'commit {commit}', 'pt-BR': 'commit {commit}', fr: 'commit {commit}' },
  modified: { en: 'with changes', 'pt-BR': 'com alterações', fr: 'avec modifications' },
  replays: {
    en: 'Replays since the run',
    'pt-BR': 'Reprocessamentos desde a execução',
    fr: "Rejeux depuis l'exécution",
  },
  replayCame: {
    en: 'Replay {id}: {settled} settled, {failing} still failing, {skipped} skipped',
    'pt-BR':
      'Reprocessamento {id}: {settled} liberadas, {failing} ainda falham, {skipped} ignoradas',
    fr: 'Rejeu {id} : {settled} libérées, {failing} échouent encore, {skipped} ignorées',
  },
  checks: {
    en: '{n} checks hold',
    'pt-BR': '{n} verificações conferem',
    fr: '{n} contrôles sont bons',
  },
  of: {
    declaration: {
      en: 'Of the declaration, over the state that it declares',
      'pt-BR': 'Da declaração, sobre o estado que ela declara',
      fr: "De la déclaration, sur l'état qu'elle déclare",
    },
    run: { en: 'Of run {id}', 'pt-BR': 'Da execução {id}', fr: "De l'exécution {id}" },
  },
  downloadFile: { en: 'Download file', 'pt-BR': 'Baixar arquivo', fr: 'Télécharger le fichier' },
  downloadCertificate: {
    en: 'Download certificate (JSON)',
    'pt-BR': 'Baixar certificado (JSON)',
    fr: 'Télécharger le certificat (JSON)',
  },
  print: { en: 'Print', 'pt-BR': 'Imprimir', fr: 'Imprimer' },
  recency: {
    title: {
      en: 'How recent are the holders that are missing?',
      'pt-BR': 'Quão recentes são os titulares que faltam?',
      fr: 'De quand datent les titulaires qui manquent ?',
    },
    about: {
      en: 'Age is counted from the first effective date of a holder’s contracts, for all holders alike: the reference has no date for those that it does not know.',
      'pt-BR':
        'A idade conta desde a primeira data de vigência dos contratos do titular, igual para todos: o cadastro não tem data dos que não conhece.',
      fr: "L'ancienneté court depuis la première date d'effet des contrats du titulaire, pour tous pareil : le référentiel n'a pas de date pour ceux qu'il ignore.",
    },
    nobody: {
      en: 'No contract waits for its holder. Of {all} holders, all are in the reference.',
      'pt-BR': 'Nenhum contrato espera pelo titular. Os {all} titulares estão no cadastro.',
      fr: "Aucun contrat n'attend son titulaire. Les {all} titulaires sont dans le référentiel.",
    },
    medianAll: {
      en: 'Median age, all holders',
      'pt-BR': 'Idade mediana, todos os titulares',
      fr: 'Ancienneté médiane, tous les titulaires',
    },
    medianWaiting: {
      en: 'Median age, holders in quarantine',
      'pt-BR': 'Idade mediana, titulares em quarentena',
      fr: 'Ancienneté médiane, titulaires en quarantaine',
    },
    missingAll: {
      en: 'Missing, of all holders',
      'pt-BR': 'Faltam, de todos os titulares',
      fr: 'Manquent, de tous les titulaires',
    },
    missingNew: {
      en: 'Missing, of those up to {n} days old',
      'pt-BR': 'Faltam, dos que têm até {n} dias',
      fr: "Manquent, de ceux d'au plus {n} jours",
    },
    band: { en: 'Age in days', 'pt-BR': 'Idade em dias', fr: 'Ancienneté en jours' },
    all: { en: 'Holders', 'pt-BR': 'Titulares', fr: 'Titulaires' },
    waiting: { en: 'In quarantine', 'pt-BR': 'Em quarentena', fr: 'En quarantaine' },
    share: { en: 'Share missing', 'pt-BR': 'Parte que falta', fr: 'Part manquante' },
    over: { en: 'over {n}', 'pt-BR': 'mais de {n}', fr: 'plus de {n}' },
  },
} as const
