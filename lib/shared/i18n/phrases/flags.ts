export const flags = {
  title: { en: 'Flags', 'pt-BR': 'Sinalizações', fr: 'Signalements' },
  flag: { en: 'Flag', 'pt-BR': 'Sinalização', fr: 'Signalement' },
  intro: {
    en: 'Rows that are in Silver and carry a remark. They count in every figure and are no part of the quarantine’s stock.',
    'pt-BR':
      'Linhas que estão na Silver com uma observação. Contam em todos os números e não fazem parte do estoque em quarentena.',
    fr: 'Lignes présentes dans Silver avec une remarque. Elles comptent dans tous les chiffres et ne font pas partie du stock en quarantaine.',
  },
  caption: {
    en: 'Flags by dataset',
    'pt-BR': 'Sinalizações por conjunto',
    fr: 'Signalements par jeu de données',
  },
  share: { en: 'Of the dataset', 'pt-BR': 'Do conjunto', fr: 'Du jeu de données' },
  shareOf: { en: '{n} of {all} rows', 'pt-BR': '{n} de {all} linhas', fr: '{n} lignes sur {all}' },
  trend: { en: '8 weeks', 'pt-BR': '8 semanas', fr: '8 semaines' },
  change7: { en: '7 d', 'pt-BR': '7 d', fr: '7 j' },
  change28: { en: '28 d', 'pt-BR': '28 d', fr: '28 j' },
  changeOver: {
    en: 'Change over {n} days',
    'pt-BR': 'Variação em {n} dias',
    fr: 'Variation sur {n} jours',
  },
  notThen: {
    en: 'not counted {n} days ago',
    'pt-BR': 'ainda não contada há {n} dias',
    fr: 'pas encore comptées il y a {n} jours',
  },
  trendFrom: {
    en: '{from} rows on {day}, {to} now',
    'pt-BR': '{from} linhas em {day}, {to} agora',
    fr: '{from} lignes le {day}, {to} à présent',
  },
  notCounted: {
    en: 'counted with the next run',
    'pt-BR': 'contadas na próxima execução',
    fr: 'comptées à la prochaine exécution',
  },
  firstSeen: {
    en: 'first seen {time}',
    'pt-BR': 'vista primeiro em {time}',
    fr: 'vu la première fois le {time}',
  },
  changedAt: {
    en: 'last changed {time}',
    'pt-BR': 'mudou em {time}',
    fr: 'dernier changement le {time}',
  },
  retired: {
    en: 'This flag is no longer declared; it leaves its rows with the next run.',
    'pt-BR': 'Esta sinalização não é mais declarada; sai das linhas na próxima execução.',
    fr: "Ce signalement n'est plus déclaré ; il quitte ses lignes à la prochaine exécution.",
  },
  inSilver: {
    en: 'These rows are in Silver: nothing has to be replayed, and no figure lacks them.',
    'pt-BR':
      'Estas linhas estão na Silver: nada precisa ser reprocessado e nenhum número as omite.',
    fr: "Ces lignes sont dans Silver : rien n'est à rejouer, et aucun chiffre ne les omet.",
  },
  exportAll: { en: 'Export', 'pt-BR': 'Exportar', fr: 'Exporter' },
  exportAs: { en: '{format}: {flag}', 'pt-BR': '{format}: {flag}', fr: '{format} : {flag}' },
  search: { en: 'Some value contains', 'pt-BR': 'Algum valor contém', fr: 'Une valeur contient' },
  none: {
    en: 'No row carries a flag',
    'pt-BR': 'Nenhuma linha está sinalizada',
    fr: "Aucune ligne n'est signalée",
  },
  noneDeclared: {
    en: 'The datasets of this domain declare no flag. A flag is one entry in the declaration of its dataset: code, condition, text.',
    'pt-BR':
      'Os conjuntos deste domínio não declaram nenhuma sinalização. Ela é uma entrada na declaração do conjunto: código, condição, texto.',
    fr: "Les jeux de ce domaine ne déclarent aucun signalement. C'est une entrée dans la déclaration du jeu : code, condition, texte.",
  },
  noRows: {
    en: 'No row of Silver carries this flag now.',
    'pt-BR': 'Nenhuma linha da Silver tem esta sinalização agora.',
    fr: 'Aucune ligne de Silver ne porte ce signalement à présent.',
  },
  yes: { en: 'yes', 'pt-BR': 'sim', fr: 'oui' },
  no: { en: 'no', 'pt-BR': 'não', fr: 'non' },
  back: { en: 'All flags', 'pt-BR': 'Todas as sinalizações', fr: 'Tous les signalements' },
} as const
