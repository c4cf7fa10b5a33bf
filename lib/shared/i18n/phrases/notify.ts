/** What mails and webhooks say; the sentences of alerts are the screen's. */
export const notify = {
  change: {
    opened: { en: 'New alerts', 'pt-BR': 'Novos alertas', fr: 'Nouvelles alertes' },
    escalated: { en: 'Now critical', 'pt-BR': 'Agora críticos', fr: 'Désormais critiques' },
    lowered: {
      en: 'No longer critical',
      'pt-BR': 'Deixaram de ser críticos',
      fr: 'Ne sont plus critiques',
    },
    closed: { en: 'Closed', 'pt-BR': 'Fechados', fr: 'Fermées' },
  },
  /** Subject of a message about one change. */
  one: {
    opened: { en: '{level}: {what}', 'pt-BR': '{level}: {what}', fr: '{level} : {what}' },
    escalated: {
      en: 'Now critical: {what}',
      'pt-BR': 'Agora crítico: {what}',
      fr: 'Désormais critique : {what}',
    },
    lowered: {
      en: 'No longer critical: {what}',
      'pt-BR': 'Deixou de ser crítico: {what}',
      fr: 'N’est plus critique : {what}',
    },
    closed: { en: 'Closed: {what}', 'pt-BR': 'Fechado: {what}', fr: 'Fermée : {what}' },
  },
  /** Parts of a subject about several. */
  many: {
    opened: {
      en: '{n, plural, one {# new alert} other {# new alerts}}',
      'pt-BR': '{n, plural, one {# novo alerta} other {# novos alertas}}',
      fr: '{n, plural, one {# nouvelle alerte} other {# nouvelles alertes}}',
    },
    escalated: {
      en: '{n} now critical',
      'pt-BR': '{n} agora críticos',
      fr: '{n} désormais critiques',
    },
    lowered: {
      en: '{n} no longer critical',
      'pt-BR': '{n} deixaram de ser críticos',
      fr: '{n} ne sont plus critiques',
    },
    closed: { en: '{n} closed', 'pt-BR': '{n} fechados', fr: '{n} fermées' },
  },
  at: {
    en: 'State of {time}, {zone}.',
    'pt-BR': 'Situação de {time}, {zone}.',
    fr: 'État du {time}, {zone}.',
  },
  since: { en: 'since {time}', 'pt-BR': 'desde {time}', fr: 'depuis le {time}' },
  showAlerts: { en: 'All alerts', 'pt-BR': 'Todos os alertas', fr: 'Toutes les alertes' },
  showStock: { en: 'The stock', 'pt-BR': 'O estoque', fr: 'Le stock' },
  more: {
    en: 'And {n} more, too many for one message here:',
    'pt-BR': 'E mais {n}, demais para uma mensagem aqui:',
    fr: 'Et {n} de plus, trop pour un message ici :',
  },
  footer: {
    en: 'Sent by Lazaret to the channel “{channel}”. Administrators change it under Settings.',
    'pt-BR':
      'Enviado pelo Lazaret ao canal “{channel}”. Administradores o alteram em Configurações.',
    fr: 'Envoyé par Lazaret au canal « {channel} ». Les administrateurs le modifient dans Réglages.',
  },
  digest: {
    subject: {
      en: '{day}: {rows, plural, =0 {nothing open} one {# row open} other {# rows open}}, {ready} ready, {alerts, plural, =0 {no alert} one {# alert} other {# alerts}}',
      'pt-BR':
        '{day}: {rows, plural, =0 {nada aberto} one {# linha aberta} other {# linhas abertas}}, {ready} prontas, {alerts, plural, =0 {nenhum alerta} one {# alerta} other {# alertas}}',
      fr: '{day} : {rows, plural, =0 {rien d’ouvert} one {# ligne ouverte} other {# lignes ouvertes}}, {ready} prêtes, {alerts, plural, =0 {aucune alerte} one {# alerte} other {# alertes}}',
    },
    open: { en: '{n} open', 'pt-BR': '{n} abertas', fr: '{n} ouvertes' },
    ready: { en: '{n} ready', 'pt-BR': '{n} prontas', fr: '{n} prêtes' },
    oldest: {
      en: 'oldest {n, plural, one {# day} other {# days}}',
      'pt-BR': 'mais antiga há {n, plural, one {# dia} other {# dias}}',
      fr: 'la plus ancienne {n, plural, one {# jour} other {# jours}}',
    },
    yesterday: {
      en: 'yesterday +{in} −{out}',
      'pt-BR': 'ontem +{in} −{out}',
      fr: 'hier +{in} −{out}',
    },
    today: {
      en: 'today +{in} −{out}',
      'pt-BR': 'hoje +{in} −{out}',
      fr: 'aujourd’hui +{in} −{out}',
    },
    owners: { en: 'By owner', 'pt-BR': 'Por responsável', fr: 'Par responsable' },
    alerts: { en: 'Open alerts', 'pt-BR': 'Alertas abertos', fr: 'Alertes ouvertes' },
    noAlerts: {
      en: 'No alert is open.',
      'pt-BR': 'Nenhum alerta aberto.',
      fr: 'Aucune alerte n’est ouverte.',
    },
    nobody: { en: 'Without an owner', 'pt-BR': 'Sem responsável', fr: 'Sans responsable' },
  },
  test: {
    subject: { en: 'A test', 'pt-BR': 'Um teste', fr: 'Un essai' },
    lead: {
      en: '{who} asked for this test. Alerts and the digest come the same way.',
      'pt-BR': '{who} pediu este teste. Alertas e resumo chegam do mesmo modo.',
      fr: '{who} a demandé cet essai. Alertes et résumé arrivent de la même façon.',
    },
  },
} as const
