export const runs = {
  title: { en: 'Runs', 'pt-BR': 'Execuções', fr: 'Exécutions' },
  show: { en: 'Which runs', 'pt-BR': 'Quais execuções', fr: 'Quelles exécutions' },
  all: { en: 'All', 'pt-BR': 'Todas', fr: 'Toutes' },
  stopped: {
    en: 'Refused, failed or interrupted',
    'pt-BR': 'Recusadas, com falha ou interrompidas',
    fr: 'Refusées, échouées ou interrompues',
  },
  noneStopped: {
    en: 'Every run was committed.',
    'pt-BR': 'Todas as execuções foram confirmadas.',
    fr: 'Toutes les exécutions ont été validées.',
  },
  runNo: { en: 'Run {id}', 'pt-BR': 'Execução {id}', fr: 'Exécution {id}' },
  status: {
    running: { en: 'running', 'pt-BR': 'em execução', fr: 'en cours' },
    committed: { en: 'committed', 'pt-BR': 'confirmada', fr: 'validée' },
    refused: { en: 'refused', 'pt-BR': 'recusada', fr: 'refusée' },
    failed: { en: 'failed', 'pt-BR': 'falhou', fr: 'échouée' },
    interrupted: { en: 'interrupted', 'pt-BR': 'interrompida', fr: 'interrompue' },
  },
  mode: {
    full: { en: 'full', 'pt-BR': 'completa', fr: 'complète' },
    delta: { en: 'changes', 'pt-BR': 'incremental', fr: 'incrémentale' },
    none: { en: 'not delivered', 'pt-BR': 'não entregue', fr: 'non livré' },
  },
  kind: {
    delivery: { en: 'delivery', 'pt-BR': 'carga', fr: 'livraison' },
    rebuild: { en: 'rebuild', 'pt-BR': 'reconstrução', fr: 'reconstruction' },
  },
  asOf: { en: 'As of', 'pt-BR': 'Referente a', fr: 'En date du' },
  received: { en: 'Received', 'pt-BR': 'Recebidas', fr: 'Reçues' },
  silver: { en: 'Silver', 'pt-BR': 'Silver', fr: 'Silver' },
  quarantined: { en: 'Quarantined', 'pt-BR': 'Quarentena', fr: 'Quarantaine' },
  duplicates: { en: 'Duplicates', 'pt-BR': 'Duplicatas', fr: 'Doublons' },
  malformed: { en: 'Malformed', 'pt-BR': 'Malformadas', fr: 'Malformées' },
  flagged: { en: 'Flagged', 'pt-BR': 'Sinalizadas', fr: 'Signalées' },
  entered: { en: 'Entered', 'pt-BR': 'Entraram', fr: 'Entrées' },
  withheld: { en: 'Withheld', 'pt-BR': 'Retidas', fr: 'Retenues' },
  withdrawn: { en: 'Withdrawn', 'pt-BR': 'Retiradas', fr: 'Retirées' },
  silverNow: { en: 'Silver after', 'pt-BR': 'Silver depois', fr: 'Silver après' },
  took: { en: 'Took', 'pt-BR': 'Duração', fr: 'Durée' },
  seconds: { en: '{n} s', 'pt-BR': '{n} s', fr: '{n} s' },
  checks: { en: 'Checks', 'pt-BR': 'Verificações', fr: 'Contrôles' },
  checksHold: {
    en: '{n} checks hold',
    'pt-BR': '{n} verificações conferem',
    fr: '{n} contrôles sont bons',
  },
  checkFails: {
    en: '{name}: expected {expected}, found {found}',
    'pt-BR': '{name}: esperado {expected}, encontrado {found}',
    fr: '{name} : attendu {expected}, trouvé {found}',
  },
  nothingChanged: {
    en: 'Nothing was changed: what was there before stands.',
    'pt-BR': 'Nada foi alterado: vale o que havia antes.',
    fr: "Rien n'a changé : ce qui était là avant demeure.",
  },
  samples: {
    en: 'Sample keys ({n})',
    'pt-BR': 'Chaves de amostra ({n})',
    fr: "Clés d'exemple ({n})",
  },
  otherReason: {
    en: 'The run could not be completed.',
    'pt-BR': 'A execução não pôde ser concluída.',
    fr: "L'exécution n'a pas pu être menée à bien.",
  },
  /** What to do next, by reason. */
  next: {
    shrink: {
      en: 'Check that the extracts are complete. If they are, have the delivery run again with --accept-shrink.',
      'pt-BR':
        'Verifique se os extratos estão completos. Se estiverem, peça uma nova execução da carga com --accept-shrink.',
      fr: "Vérifiez que les extraits sont complets. S'ils le sont, faites relancer la livraison avec --accept-shrink.",
    },
    missing_file: {
      en: 'Ask the source for the whole delivery and put it into the inbox again.',
      'pt-BR': 'Peça a carga completa à origem e coloque-a de novo na caixa de entrada.',
      fr: 'Demandez la livraison complète à la source et déposez-la de nouveau dans la boîte de réception.',
    },
    missing_column: {
      en: 'Ask the source to extract the column, then deliver again.',
      'pt-BR': 'Peça à origem que extraia a coluna e entregue de novo.',
      fr: "Demandez à la source d'extraire la colonne, puis livrez de nouveau.",
    },
    busy: {
      en: 'Nothing to do: it runs again when the other one has ended.',
      'pt-BR': 'Nada a fazer: ela é executada de novo quando a outra terminar.',
      fr: "Rien à faire : elle est relancée dès que l'autre est terminée.",
    },
  },
  reason: {
    shrink: {
      en: 'The delivery would take away far more rows than usual: the extract looks cut off.',
      'pt-BR': 'A carga retiraria muito mais linhas que o normal: o extrato parece truncado.',
      fr: 'La livraison retirerait bien plus de lignes que d’habitude : l’extrait semble tronqué.',
    },
    missing_file: {
      en: 'A file that a full delivery must bring is missing.',
      'pt-BR': 'Falta um arquivo que a carga completa deve trazer.',
      fr: 'Il manque un fichier que la livraison complète doit apporter.',
    },
    missing_column: {
      en: 'A column is missing from a file.',
      'pt-BR': 'Falta uma coluna em um arquivo.',
      fr: 'Il manque une colonne dans un fichier.',
    },
    no_such_folder: {
      en: 'The folder of the delivery is not there.',
      'pt-BR': 'A pasta da carga não existe.',
      fr: 'Le dossier de la livraison n’existe pas.',
    },
    empty_folder: {
      en: 'The delivery brings no file.',
      'pt-BR': 'A carga não traz nenhum arquivo.',
      fr: 'La livraison n’apporte aucun fichier.',
    },
    empty_file: {
      en: 'A file is empty.',
      'pt-BR': 'Um arquivo está vazio.',
      fr: 'Un fichier est vide.',
    },
    no_rows: {
      en: 'A file has fewer rows than it must.',
      'pt-BR': 'Um arquivo tem menos linhas do que deve.',
      fr: 'Un fichier a moins de lignes qu’il ne doit.',
    },
    no_header: {
      en: 'A file has no header line.',
      'pt-BR': 'Um arquivo não tem cabeçalho.',
      fr: 'Un fichier n’a pas d’en-tête.',
    },
    duplicate_header: {
      en: 'A header names a column twice.',
      'pt-BR': 'Um cabeçalho repete uma coluna.',
      fr: 'Un en-tête nomme deux fois une colonne.',
    },
    unreadable_file: {
      en: 'A file cannot be read.',
      'pt-BR': 'Um arquivo não pode ser lido.',
      fr: 'Un fichier est illisible.',
    },
    unsupported_encoding: {
      en: 'A file is in an encoding that is not understood.',
      'pt-BR': 'Um arquivo está em uma codificação desconhecida.',
      fr: 'Un fichier est dans un encodage inconnu.',
    },
    control_file: {
      en: 'The control file does not agree with the files.',
      'pt-BR': 'O arquivo de controle não confere com os arquivos.',
      fr: 'Le fichier de contrôle ne concorde pas avec les fichiers.',
    },
    ready_file: {
      en: 'The _READY file is not right.',
      'pt-BR': 'O arquivo _READY não está certo.',
      fr: 'Le fichier _READY est incorrect.',
    },
    as_of: {
      en: 'The delivery is older than the last run.',
      'pt-BR': 'A carga é mais antiga que a última execução.',
      fr: 'La livraison est plus ancienne que la dernière exécution.',
    },
    busy: {
      en: 'Another run was at work.',
      'pt-BR': 'Outra execução estava em andamento.',
      fr: 'Une autre exécution était en cours.',
    },
  },
  file: { en: 'File', 'pt-BR': 'Arquivo', fr: 'Fichier' },
  encoding: { en: 'Encoding', 'pt-BR': 'Codificação', fr: 'Encodage' },
  files: { en: 'Files', 'pt-BR': 'Arquivos', fr: 'Fichiers' },
  notes: { en: 'Notes', 'pt-BR': 'Observações', fr: 'Remarques' },
  balance: {
    en: 'received = silver + quarantined + duplicates',
    'pt-BR': 'recebidas = silver + quarentena + duplicatas',
    fr: 'reçues = silver + quarantaine + doublons',
  },
  none: {
    en: 'No delivery has been run yet.',
    'pt-BR': 'Nenhuma carga foi executada ainda.',
    fr: "Aucune livraison n'a encore été traitée.",
  },
  older: { en: 'Older runs', 'pt-BR': 'Execuções anteriores', fr: 'Exécutions antérieures' },
  byRule: { en: 'Set aside by', 'pt-BR': 'Separadas por', fr: 'Mises à part par' },
} as const
