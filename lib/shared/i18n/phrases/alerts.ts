export const alerts = {
  title: { en: 'Alerts', 'pt-BR': 'Alertas', fr: 'Alertes' },
  none: {
    en: 'No alert is open. They open and close by themselves, every five minutes.',
    'pt-BR': 'Nenhum alerta aberto. Eles abrem e fecham sozinhos, a cada cinco minutos.',
    fr: "Aucune alerte n'est ouverte. Elles s'ouvrent et se ferment d'elles-mêmes, toutes les cinq minutes.",
  },
  level: {
    warning: { en: 'Warning', 'pt-BR': 'Aviso', fr: 'Avertissement' },
    critical: { en: 'Critical', 'pt-BR': 'Crítico', fr: 'Critique' },
  },
  kind: {
    age: {
      en: 'Rows are older than the limit of {limit} days',
      'pt-BR': 'Há linhas mais antigas que o limite de {limit} dias',
      fr: 'Des lignes dépassent le seuil de {limit} jours',
    },
    stalled: {
      en: 'No row has left for {days} days',
      'pt-BR': 'Nenhuma linha saiu há {days} dias',
      fr: "Aucune ligne n'est sortie depuis {days} jours",
    },
    surge: {
      en: '{rows} rows came in today, far more than usual',
      'pt-BR': '{rows} linhas entraram hoje, muito acima do normal',
      fr: "{rows} lignes sont entrées aujourd'hui, bien plus que d'habitude",
    },
    run_failed: {
      en: 'The last run failed',
      'pt-BR': 'A última execução falhou',
      fr: 'La dernière exécution a échoué',
    },
    run_refused: {
      en: 'The last delivery was refused',
      'pt-BR': 'A última carga foi recusada',
      fr: 'La dernière livraison a été refusée',
    },
    run_missing: {
      en: 'No delivery has been run in the expected time',
      'pt-BR': 'Nenhuma carga foi executada no prazo esperado',
      fr: "Aucune livraison n'a été traitée dans le délai prévu",
    },
    ledger_broken: {
      en: 'The ledger does not agree with the open rows',
      'pt-BR': 'O razão não confere com as linhas abertas',
      fr: 'Le registre ne concorde pas avec les lignes ouvertes',
    },
    claim_refuted: {
      en: 'A claimed fix was refuted by a delivery',
      'pt-BR': 'Correção declarada, desmentida por uma carga',
      fr: 'Correction déclarée, démentie par une livraison',
    },
  },
  /** Several of a kind. */
  group: {
    age: {
      en: 'older than the limit of their rule',
      'pt-BR': 'acima do limite de idade da regra',
      fr: "au-delà du seuil d'ancienneté de leur règle",
    },
    stalled: { en: 'nothing leaves', 'pt-BR': 'nada sai', fr: 'rien ne sort' },
    surge: {
      en: 'far more than usual came in',
      'pt-BR': 'entrou muito acima do normal',
      fr: "bien plus d'entrées que d'habitude",
    },
    run_failed: { en: 'run failed', 'pt-BR': 'execução falhou', fr: 'exécution échouée' },
    run_refused: { en: 'delivery refused', 'pt-BR': 'carga recusada', fr: 'livraison refusée' },
    run_missing: { en: 'delivery missing', 'pt-BR': 'carga em falta', fr: 'livraison manquante' },
    ledger_broken: {
      en: 'ledger does not agree',
      'pt-BR': 'razão não confere',
      fr: 'registre discordant',
    },
    claim_refuted: {
      en: 'claimed fix refuted',
      'pt-BR': 'correção declarada desmentida',
      fr: 'correction déclarée démentie',
    },
  },
  more: { en: 'and {n} more', 'pt-BR': 'e mais {n}', fr: 'et {n} de plus' },
  since: { en: 'Since', 'pt-BR': 'Desde', fr: 'Depuis le' },
  acknowledge: { en: 'Acknowledge', 'pt-BR': 'Reconhecer', fr: 'Prendre en compte' },
  acknowledged: {
    en: 'acknowledged by {who}',
    'pt-BR': 'reconhecido por {who}',
    fr: 'pris en compte par {who}',
  },
  closed: {
    en: 'Closed in the last 14 days',
    'pt-BR': 'Fechados nos últimos 14 dias',
    fr: 'Fermées ces 14 derniers jours',
  },
  showRows: { en: 'Show the rows', 'pt-BR': 'Ver as linhas', fr: 'Voir les lignes' },
  showRuns: { en: 'Show the runs', 'pt-BR': 'Ver as execuções', fr: 'Voir les exécutions' },
  unsent: {
    en: 'Messages about alerts could not be sent (given up: {failed}, to be tried again: {waiting}).',
    'pt-BR':
      'Mensagens sobre alertas não puderam ser enviadas (desistidas: {failed}, a tentar de novo: {waiting}).',
    fr: "Des messages d'alerte n'ont pas pu être envoyés (abandonnés : {failed}, à réessayer : {waiting}).",
  },
  toSettings: {
    en: 'Why, in Settings',
    'pt-BR': 'Motivo, em Configurações',
    fr: 'Pourquoi, dans Réglages',
  },
} as const
